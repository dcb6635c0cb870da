import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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
});
