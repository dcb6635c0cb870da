import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ImportView } from '@/modules/file-import/file-import.model';
import { openPage, sent, serve, signInAs } from '@/test/dom';
import { part } from '@/test/part';
import type { Settlement, SettlementLine } from './courier-cash.api';
import { SettlementPage } from './settlement-page';

const path = '/courier-cash/settlements/$id';
const at = '/courier-cash/settlements/stl_1';
const sums = { fee: '15.00', net: '65.00' };
const draft: Settlement = {
  id: 'stl_1',
  sheet_id: 'imp_1',
  file_name: 'cycle.csv',
  courier: 'Bosta',
  reference: '',
  remitted_on: '2026-11-28',
  currency: 'SAR',
  total: '100.00',
  late_after_days: 14,
  agreed_fee: null,
  state: 'draft',
  created_at: '2026-11-28T09:00:00Z',
  posted_by: null,
  posted_at: null,
  undone_at: null,
  version: 3,
  verdicts: [
    { verdict: 'paid', rows: 1, collected: '100.00', difference: '0.00', ...sums },
    { verdict: 'short', rows: 2, collected: '80.00', difference: '20.00', ...sums },
  ],
  proof: {
    rows: 3,
    collected: '180.00',
    fees: '30.00',
    net: '150.00',
    net_difference: '0.00',
    total_difference: '-50.00',
    is_proven: false,
    booked: '0.00',
  },
};
const sheet = part<ImportView>({
  id: 'imp_1',
  status: 'checked',
  columns: [],
  fields: [],
  total: 3,
  done: 3,
  updated_count: 2,
  failed_count: 0,
  kept_count: 0,
  is_mapping_remembered: false,
  error: null,
  can_undo: false,
  can_retry: false,
});
const line = part<SettlementLine>({
  position: 2,
  line: 3,
  waybill: 'BST-2',
  reference: '',
  collected: '80.00',
  fee: '15.00',
  net: '65.00',
  verdict: 'short',
  difference: '20.00',
  days: 3,
  remarks: ['other_courier'],
  order_id: 'ord_1',
  shipment: '1001-1',
  state: 'found',
});
const meta = { total: 1, per_page: 20, current_page: 1, last_page: 1, from: 1, to: 1 };

function answer(settlement: Settlement, of: ImportView | null) {
  serve((call) => {
    if (call.url.startsWith('/courier-sheets/imp_1')) {
      return of ? [200, { data: of }] : [404, { message: 'Not found', code: 'not_found' }];
    }
    if (call.url.includes('/rows')) return [200, { data: [line], meta }];
    if (call.url.startsWith('/courier-cash')) return [200, { data: { couriers: [], total: {} } }];
    return [200, { data: settlement }];
  });
}
const changes = () => sent.filter((call) => call.method !== 'GET').map((call) => `${call.method} ${call.url}`);

describe('a settlement of courier cash', () => {
  it('or_06_explains_each_verdict_and_shows_its_rows', async () => {
    answer(draft, sheet);
    const { user } = await openPage(<SettlementPage />, { at, path });
    const verdicts = await screen.findByRole('list', { name: 'What the rows mean' });
    const short = within(verdicts).getByRole('button', { name: /^Short/ });
    expect(short.textContent).toContain('the rest stays with the courier');
    expect(short.textContent).toContain('20.00');
    await user.click(short);
    await waitFor(() => expect(sent.some(({ url }) => url.includes('filter[verdict]=short'))).toBe(true));
    expect(short.getAttribute('aria-pressed')).toBe('true');
    expect(await screen.findByText('Shipment names another courier')).toBeTruthy();
    expect(screen.getByRole('link', { name: '#1001-1' })).toBeTruthy();
  });

  it('or_06_a_total_that_differs_is_told_and_asked_about_before_the_posting', async () => {
    answer(draft, sheet);
    const { user } = await openPage(<SettlementPage />, { at, path });
    expect(await screen.findByText('The amounts don’t match')).toBeTruthy();
    expect(screen.getByText(/The bank received less/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Post 2 rows' }));
    const question = await screen.findByRole('dialog', { name: 'Post 2 rows?' });
    expect(question.textContent).toContain('The rows don’t add up');
    expect(changes()).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Post 2 rows' }));
    await waitFor(() => expect(changes()).toEqual(['POST /courier-settlements/stl_1/post']));
  });

  it('or_06_the_undo_of_a_posting_asks', async () => {
    answer({ ...draft, state: 'posted' }, { ...sheet, status: 'done', can_undo: true });
    const { user } = await openPage(<SettlementPage />, { at, path });
    await user.click(await screen.findByRole('button', { name: 'Undo posting' }));
    const question = await screen.findByRole('dialog', { name: 'Undo this posting?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(changes()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Undo posting' }));
    const again = await screen.findByRole('dialog', { name: 'Undo this posting?' });
    await user.click(within(again).getByRole('button', { name: 'Undo posting' }));
    await waitFor(() => expect(changes()).toEqual(['POST /courier-settlements/stl_1/undo']));
  });

  it('or_06_a_draft_is_deleted_after_a_question', async () => {
    answer(draft, sheet);
    const { user } = await openPage(<SettlementPage />, { at, path });
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete settlement' }));
    const question = await screen.findByRole('dialog', { name: 'Delete this settlement?' });
    expect(changes()).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Delete settlement' }));
    await waitFor(() => expect(changes()).toEqual(['DELETE /courier-settlements/stl_1']));
  });

  it('or_06_what_was_posted_is_not_offered_to_be_deleted', async () => {
    answer({ ...draft, state: 'undone' }, { ...sheet, status: 'undone' });
    const { user } = await openPage(<SettlementPage />, { at, path });
    await screen.findByRole('list', { name: 'What the rows mean' });
    const menu = screen.queryByRole('button', { name: 'More actions' });
    if (menu) await user.click(menu);
    expect(screen.queryByText('Delete settlement')).toBeNull();
  });

  it('or_06_a_settlement_outlives_its_sheet', async () => {
    answer({ ...draft, state: 'posted' }, null);
    await openPage(<SettlementPage />, { at, path });
    expect(await screen.findByText('The sheet was deleted')).toBeTruthy();
    expect(screen.getByRole('list', { name: 'What the rows mean' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo posting' })).toBeNull();
  });

  it('or_06_who_may_only_read_is_offered_nothing_to_change', async () => {
    signInAs([{ action: 'read', subject: 'Order' }]);
    answer(draft, sheet);
    await openPage(<SettlementPage />, { at, path });
    await screen.findByRole('list', { name: 'What the rows mean' });
    for (const name of ['Post 2 rows', 'Check again', 'Edit'])
      expect(screen.queryByRole('button', { name }), name).toBeNull();
  });
});
