import type { Schema } from '@/shared/api/wire-schema';
import type { ListSpec } from '@/shared/table/list-search';
import type { StatusTone } from '@/shared/ui/tokens';

/** The log of batches in the URL: the newest first; there is no other order. */
export const batchList: ListSpec = {};

/** Where the logs are; a batch's own page is one step below. */
export type BatchLog = '/orders/batches' | '/products/batches';

/** What every batch says of itself, whatever it is over. */
export type AnyBatch = Schema<'BatchState'> & { id: string; undone_by?: string | null; is_undone?: boolean };

export type BatchStatus = AnyBatch['status'] | 'undone' | 'redone';

/** How far a batch is, as people see it: one that was taken back says so, and of an undo that it was done again. */
export const statusOf = (batch: AnyBatch): BatchStatus =>
  (batch.is_undone ?? Boolean(batch.undone_by)) ? (batch.turn === 'undo' ? 'redone' : 'undone') : batch.status;

export const statusTones: Record<BatchStatus, StatusTone> = {
  running: 'blue',
  done: 'green',
  cancelled: 'amber',
  failed: 'red',
  undone: 'gray',
  redone: 'gray',
};

/** What became of its rows is gone: the way back is closed. */
export const isSwept = (batch: AnyBatch, now: number = Date.now()): boolean => Date.parse(batch.undo_until) <= now;
