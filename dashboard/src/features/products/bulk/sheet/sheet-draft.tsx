import { useSyncExternalStore } from 'react';
import { DraftOffer } from '@/shared/forms/draft-offer';
import { useKeptDraft } from '@/shared/forms/use-kept-draft';
import type { Read } from './columns';
import { type Drafted, type SheetStore } from './sheet-store';

/** What was written into the sheet is kept with the page, and offered for the lines that are here when it is opened again. */
export function SheetDraft({
  store,
  isLoading,
  say,
}: {
  store: SheetStore;
  isLoading: boolean;
  say: (read: Read) => string;
}) {
  const status = useSyncExternalStore(store.subscribe, store.status);
  const draft = useKeptDraft({
    of: 'product-sheet',
    isDirty: store.isDirty() || store.unreadCount > 0,
    changes: status,
    read: () => ({ ...store.drafted() }),
  });
  // A line that is not here yet could not be filled.
  if (!draft.offered || isLoading) return null;
  const cells = draft.offered.changed as Drafted;
  if (!store.holds(cells)) return null;
  return (
    <DraftOffer
      at={draft.offered.at}
      onRestore={() => {
        store.restore(cells, say);
        draft.take();
      }}
      onDiscard={draft.discard}
    />
  );
}
