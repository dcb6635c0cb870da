import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { OrderActions } from './order-actions';
import type { OrderView } from './orders.api';
import { part } from '@/test/part';

const order = (over: Partial<OrderView>): OrderView =>
  part<OrderView>({
    id: 'ord_1',
    number: 1001,
    status: 'PEND',
    payment_status: 'not_paid',
    payment_provider: 'COD',
    shipping_provider: 'CUSTOM',
    next_statuses: ['PAID', 'PRCS', 'CNCL'],
    currency: 'SAR',
    version: 1,
    items: [],
    money: { state: 'unpaid', owed: '100.00', paid: '0.00', refundable: '0.00' },
    ...over,
  });

const actions = async (over: Partial<OrderView>, ask = vi.fn(), quiet = false) => {
  serve(({ url }) =>
    url.includes('/shipments') ? [200, { data: { shipments: [], to_ship: [] } }] : [200, { data: [] }],
  );
  const page = await openPage(
    <OrderActions order={order(over)} mayUpdate dialog={undefined} ask={ask} quiet={quiet} />,
  );
  return { ...page, ask };
};

describe('OR-05: the payment beside the way of an order', () => {
  it('offers to mark it as paid, and no status that says so too', async () => {
    const { user } = await actions({});
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    const items = within(await screen.findByRole('menu'))
      .getAllByRole('menuitem')
      .map((item) => item.textContent);
    expect(items.filter((text) => /paid/i.test(text ?? ''))).toEqual(['Mark as paid']);
  });

  it('OR-04: a double click on the next step takes one step', async () => {
    const { user } = await actions({ next_statuses: ['PRCS', 'CNCL'] });
    await user.dblClick(await screen.findByRole('button', { name: 'Start processing' }));
    await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1));
  });

  it('asks for what was collected once a cash order is delivered', async () => {
    const { user, ask } = await actions({ status: 'DLVR', next_statuses: ['RTRN'] });
    await user.click(await screen.findByRole('button', { name: 'Record cash collected' }));
    expect(ask).toHaveBeenCalledWith('payment');
  });

  it('offers no collection of cash on a fully paid order', async () => {
    const money = part<OrderView['money']>({ state: 'paid', owed: '0.00', paid: '100.00', refundable: '100.00' });
    await actions({ status: 'DLVR', next_statuses: ['RTRN'], payment_status: 'paid', money });
    await screen.findByRole('button', { name: 'More actions' });
    expect(screen.queryByRole('button', { name: 'Record cash collected' })).toBeNull();
  });

  it('f12: beside a receipt that waits, the next step steps back: the receipt has the primary buttons', async () => {
    const { unmount } = await actions({ next_statuses: ['PRCS', 'CNCL'] });
    const step = () => screen.findByRole('button', { name: 'Start processing' });
    expect((await step()).dataset.variant).toBe('filled');
    unmount();
    await actions({ next_statuses: ['PRCS', 'CNCL'] }, vi.fn(), true);
    expect((await step()).dataset.variant).toBe('default');
  });
});
