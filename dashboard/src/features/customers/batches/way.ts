import type { CustomerBatch } from './batches.api';

/** What a batch did: the act itself, taking it back, or the act once more (which is taking the taking back back). */
export type Did = 'act' | 'undo' | 'redo';

/** What comes after it when it is taken back. */
export const wayBack = (did: Did): 'undo' | 'redo' => (did === 'undo' ? 'redo' : 'undo');

/** Told by the batches it took back, one after another; of those that are not in the list no more is known. */
export function didOf(batch: Pick<CustomerBatch, 'undo_of'>, all: readonly CustomerBatch[]): Did {
  if (!batch.undo_of) return 'act';
  const before = all.find(({ id }) => id === batch.undo_of);
  return before ? wayBack(didOf(before, all)) : 'undo';
}
