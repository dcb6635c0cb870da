import { DraftOffer } from '@/shared/forms/draft-offer';
import { useStoredDraft } from '@/shared/forms/use-stored-draft';
import { isSameTree, type Tree } from './menu-tree';

/** Keeps the unsaved links as a draft, and offers those of an earlier visit. */
export function MenuDraft({
  menu,
  links,
  isDirty,
  onRestore,
}: {
  /** Its id. */
  menu: string;
  links: Tree;
  isDirty: boolean;
  onRestore: (links: Tree) => void;
}) {
  const draft = useStoredDraft({ of: `menu:${menu}`, isDirty, changes: links, read: () => ({ links }) });
  const offered = draft.offered?.changed.links;
  if (!draft.offered || !Array.isArray(offered)) return null;
  const tree = offered as Tree;
  if (isSameTree(tree, links)) return null;
  return (
    <DraftOffer
      at={draft.offered.at}
      onRestore={() => {
        onRestore(tree);
        draft.take();
      }}
      onDiscard={draft.discard}
    />
  );
}
