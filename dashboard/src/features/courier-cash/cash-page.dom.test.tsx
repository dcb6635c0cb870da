import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { CourierCashPage } from './cash-page';
import type { CourierCash } from './courier-cash.api';

const none = { shipments: 0, amount: '0.00' };
const cash: CourierCash = {
  as_of: '2026-11-29T09:00:00Z',
  currency: 'SAR',
  couriers: [
    {
      provider: 'CUSTOM',
      courier: 'Bosta',
      buckets: [
        { bucket: '0_7', shipments: 2, amount: '200.10' },
        { bucket: '8_14', ...none },
        { bucket: '15_30', ...none },
        { bucket: 'over_30', shipments: 1, amount: '50.20' },
      ],
      short: { shipments: 1, amount: '20.00' },
      total: { shipments: 4, amount: '270.30' },
    },
  ],
  total: { shipments: 4, amount: '270.30' },
};
const meta = { total: 0, per_page: 20, current_page: 1, last_page: 1, from: null, to: null };
const answer = (of: CourierCash) =>
  serve((call) => {
    if (call.url === '/courier-cash') return [200, { data: of }];
    if (call.method === 'POST') return [422, { message: 'no', code: 'invalid', errors: {} }];
    if (call.url.startsWith('/courier-claims')) return [200, { data: [] }];
    return [200, { data: [], meta }];
  });

describe('cash with couriers', () => {
  it('sp_04_each_amount_leads_to_its_shipments', async () => {
    answer(cash);
    const { user } = await openPage(<CourierCashPage />, { at: '/courier-cash', path: '/courier-cash' });
    const table = await screen.findByRole('table', { name: 'By courier' });
    await user.click(within(table).getByRole('link', { name: /50\.20/ }));
    // What a settlement has paid in part has a column of its own, and is not of an age.
    const wanted = ['filter[courier]=Bosta', 'filter[bucket]=over_30', 'filter[is_short]=false'];
    await waitFor(() => expect(sent.some(({ url }) => wanted.every((one) => url.includes(one)))).toBe(true));
    expect(within(table).queryByRole('link', { name: /\s0\.00$/ })).toBeNull();
  });

  it('or_06_a_claim_is_made_of_the_list_alone', async () => {
    answer(cash);
    const { user } = await openPage(<CourierCashPage />, { at: '/courier-cash?courier=Bosta', path: '/courier-cash' });
    await user.click(await screen.findByRole('button', { name: 'Claim file' }));
    const dialog = await screen.findByRole('dialog', { name: 'Claim file for couriers' });
    expect(within(dialog).getByRole('radio', { name: /^What .*Bosta.* holds$/ })).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
    const call = sent.find(({ method }) => method === 'POST');
    expect(call?.url).toBe('/courier-claims?filter[courier]=Bosta');
    expect(Object.keys(call?.body ?? {}).sort()).toEqual(['columns', 'format', 'language']);
  });

  it('or_06_without_cash_it_says_what_comes_next', async () => {
    answer({ ...cash, couriers: [], total: none });
    await openPage(<CourierCashPage />, { at: '/courier-cash', path: '/courier-cash' });
    expect(await screen.findByRole('heading', { name: 'No cash with couriers' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View orders' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Claim file' })).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});
