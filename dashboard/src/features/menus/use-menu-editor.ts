import { useEffect, useMemo, useState } from 'react';
import { isApiError, type ApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { dismissToast, toast } from '@/shared/ui/toast';
import { useMenuText } from './i18n';
import { errorsOf, noErrors, withoutErrors, type MenuErrors } from './menu-errors';
import { acted, historyOf, redone, rewritten, undone } from './menu-history';
import { bodyOf, inserted, isSameTree, findRow, placeOf, treeOf, without, type MenuLink, type Tree } from './menu-tree';
import { menus, type MenuView } from './menus.api';

/** The message of an act that only changed what is in the editor: its undo goes with the page. */
const localToast = 'menu-act';

export type MenuEditor = ReturnType<typeof useMenuEditor>;

/**
 * The menu that is being edited: its links with every step of the editing, and the saving of the whole tree. A
 * background refetch must not replace it, hence the state; `onInvalid` gets the first link that the server refused.
 */
export function useMenuEditor(menu: MenuView, onInvalid: (tree: Tree, key: string, errors: MenuErrors) => void) {
  const t = useMenuText();
  const [base, setBase] = useState(menu);
  const [history, setHistory] = useState(() => historyOf(treeOf(menu.links)));
  const [errors, setErrors] = useState<MenuErrors>(noErrors);
  const [stale, setStale] = useState<ApiError | null>(null);
  const saved = useMemo(() => treeOf(base.links), [base]);
  const links = history.present;
  const isDirty = useMemo(() => !isSameTree(links, saved), [links, saved]);
  useEffect(() => () => dismissToast(localToast), []);
  const write = useApiMutation({
    run: ({ tree, version }: { tree: Tree; version: number }) =>
      menus.update(menu.id, { links: bodyOf(tree), version }, { form: true }),
    invalidates: [menus.key],
  });

  const act = (change: (current: Tree) => Tree) => setHistory((current) => acted(current, change(current.present)));
  const forget = (key: string) => setErrors((current) => withoutErrors(current, key));

  /** Undoes a save: the tree as it was before, written over it. */
  const takeBack = async (before: Tree, version: number) => {
    try {
      const view = await write.mutateAsync({ tree: before, version });
      setBase(view);
      setHistory((current) => acted(current, treeOf(view.links)));
      toast.success(t('saveUndone'));
    } catch (error) {
      if (!isApiError(error)) throw error;
      // The client has shown any other failure.
      if (error.isStale) toast.warning(t('saveUndoFailed'));
    }
  };

  /** Saves a tree over the version that it is based on. */
  const save = async (tree: Tree, over: { version: number; links: Tree }) => {
    setErrors(noErrors);
    try {
      const view = await write.mutateAsync({ tree, version: over.version });
      setBase(view);
      // What was changed meanwhile stays as it is, and unsaved.
      setHistory((current) => (current.present === tree ? rewritten(current, treeOf(view.links)) : current));
      toast.success({
        title: t('saved'),
        action: { label: t('undo'), run: () => void takeBack(over.links, view.version) },
      });
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.isStale) setStale(error);
      if (error.outcome !== 'invalid') return;
      const found = errorsOf(tree, error.fields);
      setErrors(found);
      const [first] = found.byKey.keys();
      if (first) onInvalid(tree, first, found);
    }
  };

  return {
    base,
    links,
    saved,
    isDirty,
    errors,
    isBusy: write.isPending,
    stale,
    clearStale: () => setStale(null),
    act,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    save: () => save(links, { version: base.version, links: saved }),
    /** Saves the choice of the conflict dialog over the version of somebody else. */
    saveOver: (chosen: Tree, theirs: MenuView) => {
      setStale(null);
      setBase(theirs);
      act(() => chosen);
      void save(chosen, { version: theirs.version, links: treeOf(theirs.links) });
    },
    /** Replaces a link, or adds a new one. */
    put: (link: MenuLink, change: (current: Tree) => Tree) => {
      forget(link.key);
      act(change);
    },
    /** After an act of several links; the toast takes it back. */
    actWithUndo: (next: Tree, said: { title: string; message?: string }) => {
      const before = links;
      act(() => next);
      const takeAway = (current: Tree) => (current === next ? before : current);
      toast.success({ ...said, id: localToast, action: { label: t('undo'), run: () => act(takeAway) } });
    },
    /** Deletes a link with those below it; the toast brings them back. */
    remove: (link: MenuLink, title: string) => {
      const place = placeOf(links, link.key);
      act((current) => without(current, link.key));
      // Undone by the keyboard meanwhile: it is there already.
      const bringBack = (current: Tree) =>
        place && !findRow(current, link.key) ? inserted(current, link, place) : current;
      toast.success({ title, id: localToast, action: { label: t('undo'), run: () => act(bringBack) } });
    },
    /** Back to what is saved; the toast brings the changes back. */
    discard: () => {
      const typed = links;
      setErrors(noErrors);
      act(() => saved);
      toast.info({
        title: t('discarded'),
        id: localToast,
        action: { label: t('undo'), run: () => act(() => typed) },
      });
    },
  };
}
