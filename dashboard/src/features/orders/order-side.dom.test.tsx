import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, toasts } from '@/test/dom';
import { ShopperLink } from './order-side';

const url = 'https://shop.example/orders/1042?key=x9';

describe('the link of an order for its customer', () => {
  it('is copied whole, and that is said', async () => {
    const { user } = await openPage(<ShopperLink url={url} />);
    // Reads the fake clipboard of user-event.
    await user.click(screen.getByRole('button', { name: 'Copy order link' }));
    await waitFor(() => expect(toasts()[0]?.textContent).toContain('Link copied'));
    expect(await navigator.clipboard.readText()).toBe(url);
    expect(screen.getByRole('link').getAttribute('href')).toBe(url);
  });

  it('says how to go on when the browser does not copy', async () => {
    const { user } = await openPage(<ShopperLink url={url} />);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click(screen.getByRole('button', { name: 'Copy order link' }));
    await waitFor(() => expect(toasts()[0]?.textContent).toContain('Select the link and copy it manually'));
  });
});
