import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { BatchWork } from './batch-work';
import type { CustomerBatch } from './batches.api';
import { CustomerBatchesPage } from './batches-page';
import { part } from '@/test/part';

const turns = ['act', 'undo', 'redo', 'undo'] as const;
const batch = (id: string, undo_of: string | null = null) =>
  part<CustomerBatch>({
    id,
    action: { kind: 'block', change: 'add', reason: 'fraud' },
    actor: 'Noura',
    status: 'done',
    total: 12,
    done: 12,
    changed_count: 12,
    failed_count: 0,
    kept_count: 0,
    undoable_count: 12,
    can_undo: true,
    created_at: '2026-11-20T10:00:00Z',
    turn: turns[Number(id.at(-1)) - 1],
    undo_of,
  });

const log = (...all: CustomerBatch[]) =>
  serve(({ url }) =>
    url.startsWith('/customer-batches') ? [200, { data: all }] : [200, { data: { tags: [], groups: [] } }],
  );

describe('CU-01: what was done to all customers that matched', () => {
  it('asks for confirmation before an undo and a redo, with the number of customers', async () => {
    log(batch('cba_2', 'cba_1'), batch('cba_1'));
    const { user } = await openPage(<CustomerBatchesPage />);
    await user.click(await screen.findByRole('button', { name: 'Redo' }));
    await screen.findByText('Applies again to 12 customers, except those changed since.');
    expect(screen.queryByText(/go back to what they were/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('12 customers will be restored, except those changed since.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
  });

  it('takes the undo of an undo for the act once more', async () => {
    log(batch('cba_3', 'cba_2'), batch('cba_2', 'cba_1'), batch('cba_1'));
    await openPage(<CustomerBatchesPage />);
    await screen.findByText(/^Redo: Block/);
    expect(screen.getAllByRole('button', { name: 'Redo' })).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2);
  });

  it('says that a batch could not be read, and reads it again', async () => {
    let isDown = true;
    serve(({ url }) => {
      if (url.startsWith('/customer-batches/'))
        return isDown ? [500, { message: 'no' }] : [200, { data: batch('cba_1') }];
      return [200, { data: { tags: [], groups: [] } }];
    });
    const { user } = await openPage(<BatchWork id="cba_1" onClose={() => {}} />);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByLabelText('Loading')).toBeNull();
    isDown = false;
    await user.click(retry);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('12 customers changed'));
    expect(sent.filter(({ url }) => url === '/customer-batches/cba_1')).toHaveLength(2);
  });
});
