import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { CartBatchLines } from './batch-lines';

const batch = (over: object) => ({
  id: 'cbt_1',
  channel: 'sms',
  query: '',
  status: 'running',
  turn: 'act',
  actor: 'Noura',
  total: 60,
  done: 20,
  changed_count: 18,
  failed_count: 2,
  kept_count: 0,
  undoable_count: 0,
  can_undo: false,
  undo_until: '2026-12-20T10:00:00Z',
  created_at: '2026-11-20T10:00:00Z',
  finished_at: null,
  ...over,
});

describe('CA-03 reminders of many carts', () => {
  it('f12: show how far they are, and are stopped', async () => {
    let now = batch({});
    serve(({ method, url }) => {
      if (method === 'POST' && url.endsWith('/cancel')) now = batch({ status: 'cancelled' });
      return [200, { data: url.includes('cbt_1/notes') ? [] : method === 'POST' ? now : [now] }];
    });
    const { user } = await openPage(<CartBatchLines onlyRunning />);
    await screen.findByText('20 of 60');
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(sent.filter((call) => call.method === 'POST').map((call) => call.url)).toEqual([
      '/cart-batches/cbt_1/cancel',
    ]);
    // A finished batch leaves the list of carts.
    await waitFor(() => expect(screen.queryByText('Bulk reminders')).toBeNull());
  });

  it('f12: tell what came of them and which carts were skipped, and offer no way back', async () => {
    const note = { cart_id: 'crt_1', name: 'هدى', message: 'Message limit reached.' };
    serve(({ url }) => [200, { data: url.includes('/notes') ? [note] : [batch({ status: 'done', done: 60 })] }]);
    const { user } = await openPage(<CartBatchLines />);
    await screen.findByText(/18 reminders sent · 2 carts skipped/);
    await user.click(await screen.findByText('Skipped carts'));
    expect(screen.getByText(/Message limit reached/).textContent).toContain('هدى');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('f12: take no place where there were none', async () => {
    serve(() => [200, { data: [] }]);
    const { client } = await openPage(<CartBatchLines />);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.queryByText('Bulk reminders')).toBeNull();
    expect(screen.queryByRole('list')).toBeNull();
  });
});
