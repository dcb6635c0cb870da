import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { categoriesQuery } from '@/modules/category-tree/categories';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { announce } from '@/shared/ui/announce';
import { toast } from '@/shared/ui/toast';
import { withCategories } from './from-categories';
import { useMenuText } from './i18n';
import type { LineActs } from './link-line-menu';
import type { LinkErrors } from './menu-errors';
import {
  copyOf,
  countOf,
  inserted,
  maxLinks,
  moved,
  neighbourOf,
  placeOf,
  rowsOf,
  updated,
  type MenuLink,
} from './menu-tree';
import type { MenuEditor } from './use-menu-editor';

/** The open form: of a link, or of a new one below `parent`. */
export interface OpenForm {
  link: MenuLink | null;
  parent: MenuLink | null;
  errors?: LinkErrors;
}

/** Gives the focus to the row of a link once it is drawn, or to the page where there is none. */
function useRowFocus(): (key: string | null) => void {
  const wanted = useRef<{ key: string | null } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { key } = wanted.current;
    wanted.current = null;
    const row = key && document.querySelector<HTMLElement>(`[data-link="${CSS.escape(key)}"]`);
    (row || document.querySelector<HTMLElement>('[data-add-link]'))?.focus();
  });
  return (key) => {
    wanted.current = { key };
  };
}

/** What the buttons of the editor do with links: the form, the rows' menus, the categories. */
export function useLinkActs(editor: MenuEditor, form: OpenForm | null, setForm: (form: OpenForm | null) => void) {
  const t = useMenuText();
  const { language } = useLanguage();
  const client = useQueryClient();
  const focusRow = useRowFocus();
  const [isAdding, setAdding] = useState(false);
  const { links } = editor;
  const nameOf = (link: MenuLink) => `\u2068${textOf(link.title, language)}\u2069`;
  const hasRoom = (count: number) => {
    if (countOf(links) + count <= maxLinks) return true;
    toast.warning(t('full', { max: maxLinks }));
    return false;
  };

  const acts: LineActs = {
    edit: (link) => setForm({ link, parent: null, errors: editor.errors.byKey.get(link.key) }),
    addBelow: (link) => hasRoom(1) && setForm({ link: null, parent: link }),
    duplicate: (link) => {
      const place = placeOf(links, link.key);
      if (!place || !hasRoom(countOf([link]))) return;
      const copy = copyOf(link);
      focusRow(copy.key);
      editor.put(copy, (current) => inserted(current, copy, { ...place, index: place.index + 1 }));
      announce(t('duplicated', { name: nameOf(link) }));
    },
    canMove: (link, step) => neighbourOf(links, link.key, step) !== null,
    move: (link, step) => {
      const target = neighbourOf(links, link.key, step);
      if (!target) return;
      focusRow(link.key);
      editor.act((current) => moved(current, link.key, target));
      announce(t('movedTo', { name: nameOf(link) }));
    },
    remove: (link) => {
      const rows = rowsOf(links);
      const at = rows.findIndex((row) => row.id === link.key);
      const next = rows[at + countOf([link])] ?? rows[at - 1];
      focusRow(next?.id ?? null);
      editor.remove(link, t(link.links.length > 0 ? 'deletedBranch' : 'deleted', { name: nameOf(link) }));
    },
  };

  return {
    acts,
    isAdding,
    add: () => hasRoom(1) && setForm({ link: null, parent: null }),
    close: () => {
      focusRow(form?.link?.key ?? form?.parent?.key ?? null);
      setForm(null);
    },
    apply: (link: MenuLink) => {
      const { parent = null, link: before = null } = form ?? {};
      if (before) editor.put(link, (current) => updated(current, link.key, (now) => ({ ...link, links: now.links })));
      else editor.put(link, (current) => inserted(current, link, { parent: parent?.key ?? null, index: maxLinks }));
      announce(t(before ? 'changed' : 'added', { name: nameOf(link) }));
      focusRow(link.key);
      setForm(null);
    },
    addCategories: async () => {
      setAdding(true);
      try {
        const all = await client.fetchQuery(categoriesQuery);
        const { links: next, added, left } = withCategories(links, all);
        if (added === 0) {
          toast.info(left > 0 ? t('full', { max: maxLinks }) : t('fromCategoriesNone'));
          return;
        }
        editor.actWithUndo(next, {
          title: t('fromCategoriesDone', { count: added }),
          message: left > 0 ? t('fromCategoriesLeft', { count: left, max: maxLinks }) : undefined,
        });
      } catch {
        // The client has shown the error; the menu is unchanged.
      } finally {
        setAdding(false);
      }
    },
  };
}
