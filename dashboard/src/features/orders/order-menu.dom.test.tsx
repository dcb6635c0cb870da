import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, signInAs, toasts } from '@/test/dom';
import { part } from '@/test/part';
import { OrderMenu } from './order-menu';
import type { OrderView } from './orders.api';

const url = 'https://shop.example/orders/1042?key=x9';
const order = part<OrderView>({ id: 'ord_1', number: 1042, status: 'DLVR', shopper_url: url });

async function openMenu() {
  const { user } = await openPage(<OrderMenu order={order} others={[]} busy={false} onStatus={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await screen.findByRole('menu');
  return user;
}

describe('the link of an order for its customer', () => {
  it('is copied whole, and it is said whom it is for', async () => {
    const user = await openMenu();
    expect(screen.getByRole('menuitem', { name: 'View order page in store' }).getAttribute('href')).toBe(url);
    // Reads the fake clipboard of user-event.
    await user.click(screen.getByRole('menuitem', { name: 'Copy customer order link' }));
    await waitFor(() => expect(toasts()[0]?.textContent).toContain('anyone with the link can see the order'));
    expect(await navigator.clipboard.readText()).toBe(url);
  });

  it('says how to go on when the browser does not copy', async () => {
    const user = await openMenu();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click(screen.getByRole('menuitem', { name: 'Copy customer order link' }));
    await waitFor(() => expect(toasts()[0]?.textContent).toContain('Open the order page and copy its link'));
  });

  it('is there for those who may only read, too', async () => {
    signInAs([{ action: 'read', subject: 'Order' }]);
    await openMenu();
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'View order page in store',
      'Copy customer order link',
    ]);
  });
});
