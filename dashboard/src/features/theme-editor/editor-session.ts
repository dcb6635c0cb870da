import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '@/shared/api/error';
import { toast } from '@/shared/ui/toast';
import type { ToFrame } from './frame-bridge';
import { useThemeText } from './i18n';
import { redrawnBy } from './look-tokens';
import { newsOf } from './news';
import { createSectionSaver, saveStateOf, shownWith, type SaveState, type UnsavedSections } from './section-saver';
import {
  noSteps,
  orderNow,
  recorded,
  replacedBy,
  sectionsOf,
  stepBack,
  stepForward,
  stillPossible,
  withOrder,
  withSection,
  type Patch,
  type Step,
  type StepHistory,
} from './steps';
import {
  addSections,
  deleteSection,
  pageQuery,
  restoreSection,
  sortSections,
  themesKey,
  updateSection,
  type NewSection,
  type Section,
  type SectionIn,
  type ThemePage,
} from './theme-editor.api';
import { nothingTyped, type FieldAddress, type TypedFields } from './settings/typed';
import type { EditorPage } from './theme-editor.search';

export interface SessionState {
  unsaved: UnsavedSections;
  saveState: SaveState;
  /** How many fields are wrong. */
  wrong: number;
  canUndo: boolean;
  canRedo: boolean;
  /** A section is being added, deleted or moved. */
  isBusy: boolean;
}

/** A page whose lists lack one section. */
const without = (page: ThemePage, id: string): ThemePage => ({
  ...page,
  sortableSections: page.sortableSections.filter((section) => section.id !== id),
});

/** The body of a save: a name in the languages that have one. */
function bodyOf({ name, ...rest }: Patch, version: number): SectionIn {
  if (!name) return { ...rest, version };
  return { ...rest, name: { ar: name.ar ?? '', en: name.en ?? '' }, version };
}

/** One message for each section. */
const refusedToast = (id: string) => `refused-${id}`;

/** Nothing that is edited has this id any more. */
class GoneError extends Error {}
/** Somebody else has changed what a step would take back. */
class ChangedError extends Error {}

/**
 * What is done in an open editor: it changes the draft, tells the frame, and remembers every step. Acts that change the
 * order or the number of sections run one after another, each after the saves that it depends on.
 */
export function createEditorSession({
  client,
  theme,
  pages,
  post,
}: {
  client: QueryClient;
  theme: string;
  /** The pages of the theme that can be edited. */
  pages: readonly string[];
  post: (message: ToFrame) => void;
}) {
  const t = useThemeText.now;
  const listeners = new Set<() => void>();
  let history: StepHistory = noSteps;
  /** The pages as the frame was last told of them, with what was saved here. */
  const told = new Map<string, ThemePage>();
  let running = 0;
  /** What was typed and is wrong, by section: it is in its fields alone, also while another section is open. */
  const typed = new Map<string, { page: string; fields: TypedFields }>();
  let tail: Promise<unknown> = Promise.resolve();

  const keyOf = (page: string) => pageQuery(theme, page).queryKey;
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: themesKey });
  /** Changes the pages that were read; a refetch that is on its way would bring back what was before. */
  const write = async (change: (page: ThemePage) => ThemePage, of: readonly string[] = pages) => {
    await Promise.all(of.map((page) => client.cancelQueries({ queryKey: keyOf(page) })));
    for (const page of of) {
      client.setQueryData(keyOf(page), (current) => current && change(current));
      const known = told.get(page);
      if (known) told.set(page, change(known));
    }
  };

  /** What is in the cache is what the frame loads next. */
  const toldNow = (page: string) => {
    const now = client.getQueryData(keyOf(page));
    if (now) told.set(page, now);
  };

  /** What was typed in a section that is gone is forgotten. */
  const toldGone = (id: string) => {
    typed.delete(id);
    toast.warning({ title: t('gone'), id: refusedToast(id) });
  };

  const saver = createSectionSaver({
    send: (id, patch, version) =>
      // Its failures are shown beside the section and above the page, and the line is tried again.
      updateSection(theme, id, bodyOf(patch, version), { quiet: true, background: true, outlivesPage: true }),
    onSaved: async (section, patch) => {
      await write((page) => withSection(page, section));
      post({
        type: 'sectionUpdated',
        id: section.id,
        ...redrawnBy(section, Object.keys(patch.settings ?? {})),
        ...(patch.is_active !== undefined && { page: true }),
      });
      void refresh();
    },
    onRefused: (section, error) => {
      const isGone = error.outcome === 'not_found';
      if (isGone) toldGone(section.id);
      else toast.warning({ title: t('notSaved'), message: error.message, id: refusedToast(section.id) });
      if (!isGone) return;
      void refresh();
      post({ type: 'sectionDeleted', id: section.id });
    },
  });

  let state: SessionState;
  const update = () => {
    const unsaved = saver.snapshot();
    const own = saveStateOf(unsaved);
    const saveState = own === 'saved' && typed.size > 0 ? 'unsaved' : own === 'saved' && running > 0 ? 'saving' : own;
    state = {
      unsaved,
      saveState,
      wrong: wrongFields(typed, unsaved).length,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
      isBusy: running > 0,
    };
    for (const listener of listeners) listener();
  };
  update();

  /** One after another; null when it failed, which the client has shown. */
  const queue = <Result>(run: () => Promise<Result>): Promise<Result | null> => {
    running += 1;
    update();
    const result = tail.then(run).catch((error: unknown) => {
      if (isApiError(error)) return null;
      throw error;
    });
    const end = () => {
      running -= 1;
      update();
    };
    tail = result.then(end, end);
    return result;
  };

  const record = (step: Step) => {
    history = recorded(history, step, Date.now());
    update();
  };

  /** A section as it is shown, on any page that was read. */
  const find = (id: string): Section | null => {
    for (const page of pages) {
      const found = sectionsOf(client.getQueryData(keyOf(page)) ?? noPage).find((section) => section.id === id);
      if (found) return shownWith(saver.snapshot(), found);
    }
    return null;
  };

  const sort = async (page: string, wanted: readonly string[]) => {
    const before = client.getQueryData(keyOf(page));
    if (!before) return;
    const now = before.sortableSections.map(({ id }) => id);
    const ids = orderNow(wanted, now);
    const moved = ids.find((id, at) => id !== now[at]);
    if (!moved) return;
    await write((current) => withOrder(current, ids), [page]);
    try {
      await sortSections(theme, page, ids);
    } catch (error) {
      await write((current) => withOrder(current, now), [page]);
      void refresh();
      throw error;
    }
    post({ type: 'sectionUpdated', id: moved, page: true });
    void refresh();
  };

  const drop = async (page: string, id: string) => {
    await saver.flush(id);
    await deleteSection(theme, id);
    typed.delete(id);
    await write((current) => without(current, id), [page]);
    post({ type: 'sectionDeleted', id });
    void refresh();
  };

  const bringBack = async (page: string, id: string) => {
    await restoreSection(theme, id);
    // The server knows where it stood.
    await client.refetchQueries({ queryKey: keyOf(page) });
    toldNow(page);
    post({ type: 'sectionAdded', id });
    void refresh();
  };

  /** Does what a step says. */
  const run = async (step: Step): Promise<void> => {
    if (step.kind === 'order') return sort(step.page, step.after);
    if (step.kind === 'presence') return step.isThere ? bringBack(step.page, step.id) : drop(step.page, step.id);
    if (step.page !== 'all') await client.ensureQueryData(pageQuery(theme, step.page));
    const section = find(step.id);
    if (!section) throw new GoneError();
    const patch = stillPossible(section, step.before, step.after);
    if (!patch) throw new ChangedError();
    saver.change(section, patch, true);
    return undefined;
  };

  const go = (next: typeof stepBack) =>
    queue(async () => {
      const found = next(history);
      if (!found) return null;
      try {
        await run(found.step);
      } catch (error) {
        const isChanged = error instanceof ChangedError;
        const isGone = isChanged || error instanceof GoneError || (isApiError(error) && error.outcome === 'not_found');
        // It can never be undone; the steps around it still can.
        if (isGone) {
          const { past, future } = history;
          history =
            next === stepBack ? { past: past.slice(0, -1), future, at: 0 } : { past, future: future.slice(1), at: 0 };
        }
        if (!isChanged && !(error instanceof GoneError)) throw error;
        update();
        toast.warning(t(isChanged ? 'changedElsewhere' : 'gone'));
        return null;
      }
      history = found.history;
      update();
      return found.step;
    });

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      const leave = saver.subscribe(update);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) leave();
      };
    },
    state: () => state,
    find,
    /** Changes settings, blocks, the name or the visibility of a section: shown at once, saved by itself. */
    change: (section: Section, after: Patch, label: string, isNow = false) => {
      record({ kind: 'change', id: section.id, page: section.page, label, before: replacedBy(section, after), after });
      saver.change(section, after, isNow);
    },
    move: (page: EditorPage, ids: readonly string[], label: string) =>
      queue(async () => {
        const before = (client.getQueryData(keyOf(page))?.sortableSections ?? []).map(({ id }) => id);
        await sort(page, ids);
        record({ kind: 'order', page, label, before, after: ids });
      }),
    add: (page: EditorPage, section: NewSection, label: string) =>
      queue(async () => {
        const [added] = await addSections(theme, page, [section]);
        if (!added) return null;
        await client.refetchQueries({ queryKey: keyOf(page) });
        toldNow(page);
        record({ kind: 'presence', id: added.id, page, label, isThere: true });
        post({ type: 'sectionAdded', id: added.id });
        void refresh();
        return added;
      }),
    remove: (section: Section, label: string) =>
      queue(async () => {
        await drop(section.page, section.id);
        record({ kind: 'presence', id: section.id, page: section.page, label, isThere: false });
        return true;
      }),
    /** Takes a deletion back; by the keyboard it may be there already. */
    bringBack: (section: Section, label: string) =>
      queue(async () => {
        if (find(section.id)) return null;
        const last = history.past.at(-1);
        await bringBack(section.page, section.id);
        if (last?.kind === 'presence' && last.id === section.id) history = stepBack(history)?.history ?? history;
        else record({ kind: 'presence', id: section.id, page: section.page, label, isThere: true });
        update();
        return true;
      }),
    /** What was typed in a section before it was left, and is wrong. */
    typedIn: (id: string): TypedFields => typed.get(id)?.fields ?? nothingTyped,
    setTyped: ({ id, page }: Section, fields: TypedFields) => {
      if (fields.size > 0) typed.set(id, { page, fields });
      else if (!typed.delete(id)) return;
      update();
    },
    /** The first field that is wrong. */
    firstWrong: () => wrongFields(typed, saver.snapshot())[0] ?? null,
    undo: () => go(stepBack),
    redo: () => go(stepForward),
    retry: saver.retry,
    /** Saves the choice of the conflict dialog over the version of somebody else. */
    resolve: async (id: string, theirs: Section, patch: Patch | null) => {
      await write((page) => withSection(page, theirs));
      saver.resolve(id, theirs, patch);
      if (!patch) post({ type: 'sectionUpdated', id, page: true });
    },
    postpone: saver.postpone,
    leave: saver.leave,
    /** Done when everything that can be saved is. */
    settle: async () => {
      await tail;
      await Promise.all([...saver.snapshot().keys()].map(saver.flush));
    },
    /** After the draft was replaced: what was done to the one before means nothing to it. */
    restart: () => {
      saver.clear();
      typed.clear();
      history = noSteps;
      update();
      return refresh();
    },
    /** The frame has loaded a page: as it is now. */
    shown: (page: EditorPage) => toldNow(page),
    /** Reads what others changed meanwhile, and tells the frame; says so where the section that is open was deleted. */
    follow: async (page: EditorPage, openId: string | null) => {
      await tail;
      await refresh();
      const after = client.getQueryData(keyOf(page));
      const before = told.get(page) ?? after;
      if (!before || !after) return;
      told.set(page, after);
      const has = (of: ThemePage) => sectionsOf(of).some(({ id }) => id === openId);
      if (openId && has(before) && !has(after)) toldGone(openId);
      const own = saver.snapshot();
      for (const message of newsOf(before, after))
        // What is being saved here is told by its own answer.
        if (!('id' in message && message.id && own.get(message.id)?.isWaiting)) post(message);
    },
  };
}

/** A field that is wrong: typed and not sent, or refused by the server. */
export interface WrongField {
  id: string;
  /** Null where only the server knows it. */
  page: string | null;
  at: FieldAddress | null;
  /** As the server names it. */
  path: string | null;
}

function wrongFields(
  typed: ReadonlyMap<string, { page: string; fields: TypedFields }>,
  unsaved: UnsavedSections,
): WrongField[] {
  const own = [...typed].flatMap(([id, { page, fields }]) =>
    [...fields.values()].map(({ at }) => ({ id, page, at, path: null })),
  );
  const refused = [...unsaved].flatMap(([id, { failure, errors }]) =>
    failure === 'invalid' ? Object.keys(errors).map((path) => ({ id, page: null, at: null, path })) : [],
  );
  return [...own, ...refused];
}

const noPage: ThemePage = { settingSections: [], preSections: [], sortableSections: [], postSections: [] };

export type EditorSession = ReturnType<typeof createEditorSession>;
