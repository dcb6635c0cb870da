import type { BatchView } from '@/modules/batches/batches.api';
import { listSearch, type ListSpec } from '@/shared/table/list-search';
import type { StatusTone } from '@/shared/ui/tokens';

/** The log's URL: the newest first, and nothing else to choose. */
export const batchesList: ListSpec = {};
export const batchesSearch = listSearch(batchesList);

export type BatchState = BatchView['status'] | 'undone';
export const stateOf = (batch: BatchView): BatchState => (batch.is_undone ? 'undone' : batch.status);

export const stateTones: Record<BatchState, StatusTone> = {
  running: 'blue',
  done: 'green',
  cancelled: 'amber',
  failed: 'red',
  undone: 'gray',
};
