import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve, signInAs } from '@/test/dom';
import { setupCodes } from './home.api';
import { HomePage } from './home-page';

const summary = {
  average_30d: '0.00',
  average_prev_30d: '0.00',
  daily: [],
  latest_orders: [],
  low_stock_products: 0,
  made_of_30d: {
    gross: '0.00',
    discounts: '0.00',
    returns: '0.00',
    net: '0.00',
    shipping: '0.00',
    fees: '0.00',
    vat: '0.00',
  },
  made_of_prev_30d: null,
  more_than: [],
  orders_30d: 0,
  orders_prev_30d: 0,
  page_views_7d: 0,
  page_views_prev_7d: 0,
  sales_30d: '0.00',
  sales_prev_30d: '0.00',
  visitors_7d: 0,
  visitors_prev_7d: 0,
  waiting_orders: 0,
  waiting_receipts: 0,
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
    const { release } = await open({ ...summary, latest_orders: [order], orders_30d: 1 }, checklist(['first_order']));
    act(() => release());
    const title = await screen.findByRole('heading', { name: 'Set up your store' });
    expect(after(screen.getAllByText('Total sales')[0] as Element, title)).toBe(true);
    expect(after(screen.getByRole('heading', { name: 'Latest orders' }), title)).toBe(true);
  });

  it('f12: a member who may not see orders sees the checklist once', async () => {
    signInAs([{ action: 'read', subject: 'Dashboard' }]);
    const { release } = await open({ ...summary, latest_orders: null, daily: null });
    act(() => release());
    await screen.findByRole('heading', { name: 'Set up your store' });
    expect(screen.getAllByRole('heading', { name: 'Set up your store' })).toHaveLength(1);
    expect(screen.queryByText('Total sales')).toBeNull();
  });
});
