import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, signInAs } from '@/test/dom';
import { JumpKeys } from './jump-keys';

const page = (
  <>
    <JumpKeys />
    <input aria-label="Field" />
  </>
);

describe('keys of every page', () => {
  it('GU-09: g and a letter go to a page, on an Arabic layout too, but not while somebody types', async () => {
    const { user, address } = await openPage(page, { at: '/products/list', path: '/products/list' });
    await user.click(screen.getByLabelText('Field'));
    await user.keyboard('go');
    expect(screen.getByLabelText<HTMLInputElement>('Field').value).toBe('go');
    expect(address()).toBe('/products/list');
    screen.getByLabelText('Field').blur();
    await user.keyboard('o');
    expect(address()).toBe('/products/list');
    await user.keyboard('[KeyG][KeyO]');
    await waitFor(() => expect(address()).toBe('/orders/list'));
  });

  it('leaves out what a user may not open, and shows the rest in a sheet', async () => {
    signInAs([{ action: 'read', subject: 'Coupon' }]);
    const { user, address } = await openPage(page, { at: '/coupons/list', path: '/coupons/list' });
    await user.keyboard('gp');
    expect(address()).toBe('/coupons/list');
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    const lines = within(sheet)
      .getAllByRole('term')
      .map((line) => line.textContent);
    expect(lines.filter((line) => line.startsWith('Go to')).join()).toMatch(/Coupons/);
    expect(lines.join()).not.toMatch(/Products|Next row/);
  });

  it('f12_5: the letter after g is not the key of an action of the page', async () => {
    const act = vi.fn();
    document.addEventListener('keydown', act);
    const { user, address } = await openPage(page, { at: '/products/list', path: '/products/list' });
    await user.keyboard('[KeyC]');
    expect(act).toHaveBeenCalledTimes(1);
    await user.keyboard('[KeyG][KeyC]');
    await waitFor(() => expect(address()).toBe('/customers/list'));
    // The "g" and not the "c".
    expect(act).toHaveBeenCalledTimes(2);
    document.removeEventListener('keydown', act);
  });
});
