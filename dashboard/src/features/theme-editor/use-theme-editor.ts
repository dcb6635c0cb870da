import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useDirtyGuard } from '@/shared/forms/use-dirty-guard';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { announce } from '@/shared/ui/announce';
import { pagesOf } from './editor-pages';
import { createEditorSession } from './editor-session';
import { createFrameBridge } from './frame-bridge';
import { useThemeText } from './i18n';
import { shownWith, type UnsavedSections } from './section-saver';
import { pathOfField } from './settings/typed';
import { onlySection, sectionsOf } from './steps';
import {
  optionsQuery,
  pageQuery,
  type Section,
  type SectionOption,
  type Theme,
  type ThemePage,
} from './theme-editor.api';
import type { EditorPage, ThemeEditorSearch } from './theme-editor.search';

export type ThemeEditor = ReturnType<typeof useThemeEditor>;

/** The open editor of a theme: its page with what is not saved yet, what is selected, and what can be done. */
export function useThemeEditor(theme: Theme) {
  const t = useThemeText();
  const { language } = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const search: ThemeEditorSearch = useSearch({ from: '/theme/editor' });
  const pages = pagesOf(theme);
  const page: EditorPage = pages.find((each) => each === search.page) ?? 'index';
  const selectedId = search.section ?? null;
  const mayEdit = useCan('update', 'Theme');
  const [bridge] = useState(createFrameBridge);
  const [session] = useState(() => createEditorSession({ client, theme: theme.theme, pages, post: bridge.post }));
  const state = useSyncExternalStore(session.subscribe, session.state);
  const pageData = useQuery(pageQuery(theme.theme, page));
  // They change with the program only.
  const options = useQuery({ ...optionsQuery(theme.theme), staleTime: 'static' });
  const [block, setBlock] = useState<string | null>(null);
  /** On a phone one of the two is shown at a time. */
  const [tab, setTab] = useState<'sections' | 'preview'>('sections');
  const [hovered, setHovered] = useState<string | null>(null);

  const lists = useMemo(() => pageData.data && shown(pageData.data, state.unsaved), [pageData.data, state.unsaved]);
  const only = lists ? onlySection(lists) : null;
  const section = only ?? (lists ? (sectionsOf(lists).find(({ id }) => id === selectedId) ?? null) : null);
  const optionOf = (slug: string): SectionOption | undefined => options.data?.find((option) => option.slug === slug);
  // What is on its way is saved though the page is left; a window that closes would take it along.
  useDirtyGuard(() => ['line', 'unsaved'].includes(session.state().saveState));
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (session.state().saveState !== 'saving') return;
      void session.settle();
      event.preventDefault();
    };
    // A phone closes a page that is out of sight without asking: what was typed a moment ago goes out before.
    const onHide = () => {
      if (document.visibilityState === 'hidden') void session.settle();
    };
    window.addEventListener('beforeunload', onLeave);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('beforeunload', onLeave);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [session]);

  // What was typed in a section is shown as the server stored it once it is left.
  const sectionId = section?.id ?? null;
  useEffect(() => (sectionId ? () => session.leave(sectionId) : undefined), [session, sectionId]);

  const open = (to: { page?: EditorPage; section?: string | null }) => {
    const next = to.page ?? page;
    void navigate({
      to: '/theme/editor',
      search: { ...search, page: next === 'index' ? undefined : next, section: to.section ?? undefined },
      replace: to.page === undefined || to.page === page,
    });
  };
  /** The input to give the focus to once its section is open. */
  const wanted = useRef<string | null>(null);
  const focusWanted = useCallback(() => {
    const path = wanted.current;
    wanted.current = null;
    return path !== null && focusField(path);
  }, []);
  const showWrong = () => {
    const wrong = session.firstWrong();
    const found = wrong && session.find(wrong.id);
    if (!wrong || !found) return;
    wanted.current = wrong.path ?? (wrong.at && pathOfField(wrong.at, found.blocks));
    setBlock(wrong.at?.block ?? blockAt(found, wrong.path));
    setTab('sections');
    if (wrong.id === section?.id) requestAnimationFrame(focusWanted);
    else open({ page: pages.find((each) => each === found.page) ?? page, section: wrong.id });
  };
  const select = (id: string | null, inside: string | null = null) => {
    setBlock(inside);
    if (id !== selectedId) open({ section: id });
  };
  const step = async (which: 'undo' | 'redo') => {
    if (!mayEdit) return;
    const done = await session[which]();
    if (!done) return;
    announce(t(which === 'undo' ? 'undone' : 'redone', { what: done.label }));
    // The page where it happened is shown; a section that is gone can not stay open.
    const where = pages.find((each) => each === done.page) ?? page;
    if (where !== page) open({ page: where, section: null });
    else if (done.kind === 'presence' && !done.isThere && done.id === selectedId) select(null);
  };

  return {
    theme,
    pages,
    page,
    bridge,
    session,
    state,
    mayEdit,
    query: pageData,
    options,
    lists,
    /** The section that the address names; it may be gone. */
    selectedId,
    section,
    /** TH-02: the page has no lists, only this section. */
    isSingle: only !== null,
    /** The block that is open in the settings. */
    block,
    setBlock,
    hovered,
    setHovered,
    tab,
    setTab,
    /** The theme's colours, to choose from in other settings. */
    palette: useMemo(() => (lists && options.data ? paletteOf(lists, options.data) : []), [lists, options.data]),
    optionOf,
    nameOf: (of: { name: Theme['name'] }) => textOf(of.name, language),
    select,
    openPage: (next: EditorPage) => {
      setBlock(null);
      open({ page: next, section: null });
    },
    step,
    /** Leads to the first field that is wrong. */
    showWrong,
    /** Gives the focus to the field that was led to; false when there is none. */
    focusWanted,
  };
}

/** Gives the focus to the input with a path, else to one of the same setting in another language. */
function focusField(path: string): boolean {
  const input = (at: string, isStart = false) =>
    document.querySelector<HTMLElement>(`[data-path${isStart ? '^' : ''}="${CSS.escape(at)}"]`);
  const found = input(path) ?? input(path.replace(/\.(?:ar|en)$/, ''), true);
  found?.focus();
  return found !== null;
}

/** The block of the server's path to one of its settings. */
const blockAt = (section: Section, path: string | null): string | null => {
  const [, index] = /^blocks\.(\d+)\./.exec(path ?? '') ?? [];
  return index === undefined ? null : (section.blocks[Number(index)]?.id ?? null);
};

/** The lists of a page as they are shown. */
const shown = (page: ThemePage, unsaved: UnsavedSections): ThemePage => {
  const show = (list: Section[]) => list.map((section) => shownWith(unsaved, section));
  return {
    settingSections: show(page.settingSections),
    preSections: show(page.preSections),
    sortableSections: show(page.sortableSections),
    postSections: show(page.postSections),
  };
};

/** The colours of the theme's settings, each once. */
function paletteOf({ settingSections }: ThemePage, options: readonly SectionOption[]): string[] {
  const colors = settingSections.flatMap((section) =>
    (options.find(({ slug }) => slug === section.slug)?.settings ?? [])
      .filter(({ type }) => type === 'color')
      .map(({ id }) => section.settings[id]),
  );
  return [...new Set(colors.filter((color): color is string => typeof color === 'string' && color !== ''))];
}
