import type { ListSpec } from '@/shared/table/list-search';
import type { StatusTone } from '@/shared/ui/tokens';
import type { OrderBatch } from './batches.api';

/** The newest first; there is no other order. */
export const orderBatchesList: ListSpec = {};

export type BatchState = OrderBatch['status'] | 'undone';

export const stateOf = (batch: OrderBatch): BatchState => (batch.undone_by ? 'undone' : batch.status);

export const stateTones: Record<BatchState, StatusTone> = {
  running: 'blue',
  done: 'green',
  cancelled: 'gray',
  failed: 'red',
  undone: 'gray',
};
