import { useSyncExternalStore } from 'react';
import { DraftOffer } from '@/shared/forms/draft-offer';
import { useStoredDraft } from '@/shared/forms/use-stored-draft';
import type { Read } from './columns';
import { type DraftEdits, type SheetStore } from './sheet-store';

/** Keeps the sheet's unsaved edits as a draft, and offers to restore those of loaded rows when it is opened again. */
export function SheetDraft({
  store,
  isLoading,
  messageOf,
}: {
  store: SheetStore;
  isLoading: boolean;
  messageOf: (read: Read) => string;
}) {
  const status = useSyncExternalStore(store.subscribe, store.status);
  const draft = useStoredDraft({
    of: 'product-sheet',
    isDirty: store.isDirty() || store.unreadCount > 0,
    changes: status,
    read: () => ({ ...store.draftEdits() }),
  });
  // Rows that have not loaded yet could not be restored.
  if (!draft.offered || isLoading) return null;
  const cells = draft.offered.changed as DraftEdits;
  if (!store.hasRowsOf(cells)) return null;
  return (
    <DraftOffer
      at={draft.offered.at}
      onRestore={() => {
        store.restore(cells, messageOf);
        draft.take();
      }}
      onDiscard={draft.discard}
    />
  );
}
