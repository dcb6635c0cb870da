import { screen, waitFor, within } from '@testing-library/react';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { createRef, useRef, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { announcerId } from '@/shared/ui/announce';
import { openPage, sent, serve, toasts } from '@/test/dom';
import { OrderActions } from './order-actions';
import { orderQuery, orders, type OrderView } from './orders.api';
import type { OrderDialog } from './orders.search';
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

const pageOf = (shown: OrderView) => ({
  order: shown,
  address: null,
  shipments: { shipments: [], to_ship: [] },
  trust: null,
  activity: [],
  documents: [],
});

const actions = async (over: Partial<OrderView>, ask = vi.fn(), quiet = false, shipments: object[] = []) => {
  const data = { ...pageOf(order(over)), shipments: { shipments, to_ship: [] } };
  serve(({ url }) => (url.endsWith('/page') ? [200, { data }] : [200, { data: [] }]));
  const page = await openPage(
    <OrderActions
      order={order(over)}
      mayUpdate
      dialog={undefined}
      ask={ask}
      quiet={quiet}
      statusPlace={createRef<HTMLDivElement>()}
    />,
  );
  return { ...page, ask };
};

describe('OR-06: an order whose parcel is booked by a courier', () => {
  const ready = { status: 'RDYS', next_statuses: ['SHPD', 'PRCS', 'CNCL'] } satisfies Partial<OrderView>;
  const parcel = (state: string) => ({ status: 'ready', next_statuses: [], booking: { state } });

  it.each(['waiting', 'failed'])('does not leave while it is %s', async (state) => {
    const { client, user } = await actions(ready, vi.fn(), false, [parcel('booked'), parcel(state)]);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as shipped' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: /Cancel order/ })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Mark as shipped' })).toBeNull();
  });

  it('leaves once it is booked', async () => {
    await actions(ready, vi.fn(), false, [parcel('booked')]);
    expect(await screen.findByRole('button', { name: 'Mark as shipped' })).toBeTruthy();
  });
});

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

/** The head of an order's page: its status, its actions and a field beside them. */
function Head() {
  const { data } = useQuery(orderQuery('ord_1'));
  const status = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<OrderDialog | undefined>();
  return (
    <>
      <div id={announcerId} aria-live="polite" />
      <div ref={status} tabIndex={-1}>
        {data?.status}
      </div>
      {data && <OrderActions order={data} mayUpdate dialog={dialog} ask={setDialog} statusPlace={status} />}
      <textarea aria-label="Comment" />
    </>
  );
}

/** A server with one order; `move` is a change that comes from elsewhere. */
async function openHead(first: Partial<OrderView>, after: Partial<OrderView>) {
  let current = order(first);
  const next = order({ ...first, ...after, version: 2 });
  serve(({ method, url }) => {
    if (method === 'PUT') current = next;
    return url === '/orders/ord_1/page' ? [200, { data: pageOf(current) }] : [200, { data: [] }];
  });
  const page = await openPage(<Head />);
  const move = async (client: QueryClient) => {
    current = next;
    await client.invalidateQueries({ queryKey: orders.key });
  };
  return { ...page, move: () => move(page.client) };
}
const announced = () => document.getElementById(announcerId)?.textContent;

describe('OR-04: the focus after a step', () => {
  it('f12: is on the next step, and the change is said', async () => {
    const { user } = await openHead(
      { next_statuses: ['PRCS', 'CNCL'] },
      { status: 'PRCS', next_statuses: ['RDYS', 'CNCL'] },
    );
    (await screen.findByRole('button', { name: 'Start processing' })).focus();
    await user.keyboard('{Enter}');
    const next = await screen.findByRole('button', { name: 'Mark as ready to ship' });
    await waitFor(() => expect(document.activeElement).toBe(next));
    await waitFor(() => expect(toasts()[0]?.textContent).toContain('Status changed to Processing'));
  });

  it('f12: is on the collection of cash after the delivery', async () => {
    const { user } = await openHead(
      { status: 'ODLV', next_statuses: ['DLVR'] },
      { status: 'DLVR', next_statuses: ['RTRN'] },
    );
    (await screen.findByRole('button', { name: 'Mark as delivered' })).focus();
    await user.keyboard('{Enter}');
    const next = await screen.findByRole('button', { name: 'Record cash collected' });
    await waitFor(() => expect(document.activeElement).toBe(next));
  });

  it('f12: is on the status where no step follows', async () => {
    const money = part<OrderView['money']>({ state: 'paid', owed: '0.00', paid: '100.00', refundable: '100.00' });
    const { user } = await openHead(
      { status: 'ODLV', next_statuses: ['DLVR'], money, payment_status: 'paid' },
      { status: 'DLVR', next_statuses: ['RTRN'] },
    );
    (await screen.findByRole('button', { name: 'Mark as delivered' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('DLVR'));
  });

  it('f12: is on the status after the dialog of the last step', async () => {
    const { user } = await openHead({ next_statuses: ['PRCS', 'CNCL'] }, { status: 'CNCL', next_statuses: [] });
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel order' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('CNCL'));
  });

  it('f12: stays where it is when the change comes from elsewhere, which is announced', async () => {
    const { move } = await openHead(
      { next_statuses: ['PRCS', 'CNCL'] },
      { status: 'PRCS', next_statuses: ['RDYS', 'CNCL'] },
    );
    await screen.findByRole('button', { name: 'Start processing' });
    const comment = screen.getByLabelText('Comment');
    comment.focus();
    await move();
    await waitFor(() => expect(announced()).toBe('Order status: Processing'));
    expect(document.activeElement).toBe(comment);
  });
});
