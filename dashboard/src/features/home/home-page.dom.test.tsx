import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve, signInAs } from '@/test/dom';
import { setupCodes } from './home.api';
import { HomePage } from './home-page';

const none = { orders: 0, sales: '0.00', average: '0.00', visitors: 0, page_views: 0 };
const summary = {
  now: none,
  before: none,
  daily: [],
  is_counting: false,
  latest_orders: [],
  low_stock_products: 0,
  made_of: {
    gross: '0.00',
    discounts: '0.00',
    returns: '0.00',
    net: '0.00',
    shipping: '0.00',
    fees: '0.00',
    vat: '0.00',
  },
  more_than: [],
  waiting_orders: 0,
  waiting_receipts: 0,
  payment_cases: 0,
};
const order = {
  id: 'ord_1',
  number: 1001,
  status: 'PEND',
  payment_status: 'not_paid',
  currency: 'SAR',
  total: '10.00',
  customer_name: 'Huda',
  created_at: '2026-11-20T10:00:00Z',
};
const checklist = (done: readonly string[] = []) => ({
  items: setupCodes.map((code) => ({ code, is_done: done.includes(code), path: '/x' })),
  done: done.length,
  total: setupCodes.length,
});

/** A server whose summary is answered on demand. */
async function open(data: object, list = checklist()) {
  let release = () => {};
  const gate = new Promise<void>((done) => (release = done));
  serve(async ({ url }) => {
    if (url.startsWith('/setup-checklist')) return [200, { data: list }];
    await gate;
    return [200, { data }];
  });
  const page = await openPage(<HomePage />);
  return { ...page, release };
}
const setup = () => screen.queryByRole('heading', { name: 'Set up your store' });
const after = (a: Element, b: Element) => Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);

describe('DB-01 the home page', () => {
  it('f12: of an empty store begins with the checklist over the whole width, before any figure', async () => {
    const { release } = await open(summary);
    act(() => release());
    const title = await screen.findByRole('heading', { name: 'Set up your store' });
    expect(after(title, screen.getByText('Total sales'))).toBe(true);
    // Not in the column at the side, and once.
    expect(after(title, screen.getByRole('heading', { name: 'Latest orders' }))).toBe(true);
    expect(screen.getAllByRole('heading', { name: 'Set up your store' })).toHaveLength(1);
    expect(screen.queryByText('Gross sales')).toBeNull();
  });

  it('f12: shows the checklist in no place that it would leave when the figures come', async () => {
    const { release } = await open(summary);
    // The checklist has loaded, the summary has not.
    await act(() => new Promise((done) => setTimeout(done, 400)));
    expect(setup()).toBeNull();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    act(() => release());
    await waitFor(() => expect(setup()).not.toBeNull());
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  });

  it('f12: of a store that sells has its figures first, and the checklist beside them', async () => {
    const { release } = await open(
      { ...summary, latest_orders: [order], now: { ...none, orders: 1 } },
      checklist(['first_order']),
    );
    act(() => release());
    const title = await screen.findByRole('heading', { name: 'Set up your store' });
    expect(after(screen.getAllByText('Total sales')[0] as Element, title)).toBe(true);
    expect(after(screen.getByRole('heading', { name: 'Latest orders' }), title)).toBe(true);
  });

  it('f12: a member who may not see orders sees the checklist once', async () => {
    signInAs([{ action: 'read', subject: 'Dashboard' }]);
    const { release } = await open({
      ...summary,
      latest_orders: null,
      now: { ...none, orders: null, sales: null, average: null },
    });
    act(() => release());
    await screen.findByRole('heading', { name: 'Set up your store' });
    expect(screen.getAllByRole('heading', { name: 'Set up your store' })).toHaveLength(1);
    expect(screen.queryByText('Total sales')).toBeNull();
  });

  it('the checklist is hidden at a press, comes back at once or from the header, and the choice stays', async () => {
    const { release, user, unmount } = await open({ ...summary, latest_orders: [order] });
    act(() => release());
    await user.click(await screen.findByRole('button', { name: 'Hide setup guide' }));
    expect(setup()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(setup()).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hide setup guide' }));
    unmount();
    const again = await open({ ...summary, latest_orders: [order] });
    act(() => again.release());
    await screen.findByRole('heading', { name: 'Latest orders' });
    expect(setup()).toBeNull();
    await again.user.click(screen.getByRole('button', { name: 'Show setup guide' }));
    expect(setup()).not.toBeNull();
  });

  it('the switch asks for its period, and a figure that is pressed is the one of the chart', async () => {
    const day = { date: '2026-11-20', now: { ...none, orders: 3, visitors: 40 }, before: { ...none, orders: 2 } };
    const { release, user, address } = await open({ ...summary, latest_orders: [order], daily: [day, day] });
    act(() => release());
    await user.click(await screen.findByRole('radio', { name: '7 days' }));
    await waitFor(() => expect(sent.map((call) => call.url)).toContain('/home-summary?days=7'));
    expect(address()).toBe('/?days=7');
    await user.click(screen.getByRole('button', { name: 'Show Orders in the chart' }));
    expect(address()).toBe('/?days=7&metric=orders');
    expect(screen.getByRole('button', { name: 'Show Orders in the chart', pressed: true })).toBeTruthy();
    expect(screen.getByRole('slider', { name: 'Orders by day' }).getAttribute('aria-valuetext')).toContain('3');
  });
});
