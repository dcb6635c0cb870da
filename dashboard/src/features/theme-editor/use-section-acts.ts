import { useLayoutEffect, useRef } from 'react';
import { announce } from '@/shared/ui/announce';
import { dismissToast, toast } from '@/shared/ui/toast';
import { copyOf, copySection } from './clipboard';
import { plainPage } from './editor-pages';
import { useThemeText } from './i18n';
import { movedOf } from './steps';
import type { Block, NewSection, Section, Values } from './theme-editor.api';
import type { ThemeEditor } from './use-theme-editor';

/** The message of a deletion: its undo is replaced by that of the next one. */
const deletedToast = 'theme-section-deleted';

export type SectionActs = ReturnType<typeof useSectionActs>;

/** Gives the focus to the row of a section once it is drawn, or to the button that adds one where there is none. */
function useRowFocus(): (id: string | null) => void {
  const wanted = useRef<{ id: string | null } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { id } = wanted.current;
    const row = id && document.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`);
    const target = row || document.querySelector<HTMLElement>('[data-add-section],[data-theme-settings]');
    if (!target) return;
    wanted.current = null;
    target.focus();
  });
  return (id) => {
    wanted.current = { id };
  };
}

/** What the rows, their menus and the panel of a section do. */
export function useSectionActs(editor: ThemeEditor) {
  const t = useThemeText();
  const focusRow = useRowFocus();
  const { session, page, lists, nameOf } = editor;
  const sortable = lists?.sortableSections ?? [];
  const order = sortable.map(({ id }) => id);

  const add = async (section: NewSection, name: string): Promise<Section | null> => {
    const label = t('step.add', { name });
    const added = await session.add(page, section, label);
    if (!added) return null;
    announce(t('added', { name }));
    editor.select(added.id);
    editor.setTab('sections');
    return added;
  };
  const sort = (ids: readonly string[]) => {
    const moved = sortable.find(({ id }) => id === movedOf(order, ids));
    return session.move(page, ids, t('step.move', { name: moved ? nameOf(moved) : t('zone.sortable') }));
  };

  return {
    add,
    sort,
    focusRow,
    /** Whether there is room for another one of a kind on this page. */
    hasRoom: (slug: string) => {
      const option = editor.optionOf(slug);
      const same = sortable.filter((section) => section.slug === slug).length;
      return option?.zone === 'sortable' && option.pages.includes(plainPage(page)) && same < option.most;
    },
    /** Closes the settings of a section, back to its row. */
    close: () => {
      focusRow(editor.section?.id ?? null);
      editor.select(null);
    },
    settings: (section: Section, settings: Values, label: string) =>
      session.change(section, { settings }, t('step.setting', { name: nameOf(section), what: label })),
    blocks: (section: Section, blocks: Block[], label: string) =>
      session.change(section, { blocks }, t('step.setting', { name: nameOf(section), what: label })),
    rename: (section: Section, name: Section['name']) => {
      session.change(section, { name }, t('step.rename', { name: nameOf(section) }), true);
      announce(t('renamed', { name: nameOf({ name }) }));
    },
    toggle: (section: Section) => {
      const what = section.is_active ? 'hide' : 'show';
      const name = nameOf(section);
      session.change(section, { is_active: !section.is_active }, t(`step.${what}`, { name }), true);
      announce(t(section.is_active ? 'hiddenNow' : 'shownNow', { name }));
    },
    duplicate: (section: Section) => {
      const before = order[order.indexOf(section.id) + 1];
      return add({ ...copyOf(section), before }, nameOf(section));
    },
    copy: (section: Section) => {
      copySection(section);
      toast.success(t('copied', { name: nameOf(section) }));
    },
    canMove: (section: Section, step: -1 | 1) => {
      const at = order.indexOf(section.id);
      return at >= 0 && order[at + step] !== undefined;
    },
    move: (section: Section, step: -1 | 1) => {
      const at = order.indexOf(section.id);
      const ids = [...order];
      ids.splice(at, 1);
      ids.splice(at + step, 0, section.id);
      focusRow(section.id);
      announce(t('moved', { name: nameOf(section), place: at + step + 1, total: order.length }));
      return sort(ids);
    },
    remove: async (section: Section) => {
      const name = nameOf(section);
      const at = order.indexOf(section.id);
      const next = order[at + 1] ?? order[at - 1] ?? null;
      const isDone = await session.remove(section, t('step.delete', { name }));
      if (!isDone) return;
      focusRow(next);
      if (editor.section?.id === section.id) editor.select(null);
      toast.success({
        title: t('deleted', { name }),
        id: deletedToast,
        action: {
          label: t('undo'),
          run: () => {
            dismissToast(deletedToast);
            void session.bringBack(section, t('step.add', { name }));
          },
        },
      });
    },
  };
}
