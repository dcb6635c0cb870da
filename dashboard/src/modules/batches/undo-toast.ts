import type { QueryClient } from '@tanstack/react-query';
import { toast } from '@/shared/ui/toast';
import { staleAfterBatch, undoBatch, type BatchView } from './batches.api';
import { useBatchText } from './i18n';

const refresh = (client: QueryClient) =>
  Promise.all(staleAfterBatch.map((queryKey) => client.invalidateQueries({ queryKey })));

/** Reports an undo, and offers the redo. */
export function toastUndo(client: QueryClient, undo: BatchView, then?: () => void): void {
  const t = useBatchText.now;
  if (undo.status === 'running') {
    toast.success({ title: t('undoing'), message: t('undoingText') });
    return;
  }
  const isRedo = undo.turn === 'redo';
  const keptText = undo.kept_count > 0 ? t('undoneKept', { count: undo.kept_count }) : undefined;
  toast.success({
    title: t(isRedo ? (undo.name ? 'removed' : 'changed') : 'undone', { count: undo.changed_count }),
    message: keptText,
    action: undo.can_undo
      ? { label: t(isRedo ? 'undo' : 'redo'), run: () => void runUndo(client, undo.id, then) }
      : undefined,
  });
}

/** Undoes a batch and reports it. */
export async function runUndo(client: QueryClient, id: string, then?: () => void): Promise<void> {
  try {
    const undo = await undoBatch(id);
    toastUndo(client, undo, then);
  } catch {
    // The client has shown the error.
  }
  await refresh(client);
  then?.();
}

/** Reports a bulk change, and offers its undo. */
export function toastBatch(client: QueryClient, batch: BatchView, then?: () => void): void {
  const t = useBatchText.now;
  const title = t(batch.kind === 'delete' ? 'removed' : 'changed', { count: batch.changed_count });
  toast.success({
    title,
    action: batch.can_undo ? { label: t('undo'), run: () => void runUndo(client, batch.id, then) } : undefined,
  });
}
