import type { Schema } from '@/shared/api/wire-schema';
import type { ListSpec } from '@/shared/table/list-search';
import type { StatusTone } from '@/shared/ui/tokens';

/** The list spec of batches: newest first; there is no other order. */
export const batchList: ListSpec = {};

/** Paths of the logs; a batch's own page is one step below. */
export type BatchLog = '/orders/batches' | '/products/batches';

/** The fields that batches of all areas share. */
export type AnyBatch = Schema<'BatchState'> & { id: string; undone_by?: string | null; is_undone?: boolean };

export type BatchStatus = AnyBatch['status'] | 'undone' | 'redone';

/** The displayed status of a batch: an undone batch shows "undone", an undone undo "redone". */
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

/** The results of its rows are deleted: it can no longer be undone. */
export const isSwept = (batch: AnyBatch, now: number = Date.now()): boolean => Date.parse(batch.undo_until) <= now;
