import { isApiError, type ApiError, type FieldErrors } from '@/shared/api/error';
import { subscribeLine } from '@/shared/lib/line';
import { changedSettings } from './look-tokens';
import { isLeft, merged, notAsSent, overlaps, patched, type Patch } from './steps';
import type { Section } from './theme-editor.api';

/** Pause in the typing before it is saved, ms. */
const debounce = 250;
/** Pauses before a failed save is tried again, ms; the last one repeats. */
const retries = [2000, 4000, 8000, 15_000, 30_000];
/** Lost answers of a section that are remembered. */
const mostLost = 100;

/**
 * Why something is not saved: `line` is tried again by itself, `invalid` and `refused` with the next change, `stale`
 * waits for a decision.
 */
export type Failure = 'line' | 'invalid' | 'refused' | 'stale';

/** What of a section differs from what the server has. */
export interface Unsaved {
  /** On top of the server's section. */
  patch: Patch | null;
  /** Not saved yet; otherwise the server has it in another form (`patch` is as it was typed). */
  isWaiting: boolean;
  failure: Failure | null;
  errors: Readonly<Record<string, readonly string[]>>;
  /** The section on which the changes are based, and the newer one of somebody else. */
  stale: { base: Section; theirs: Section } | null;
}

export type UnsavedSections = ReadonlyMap<string, Unsaved>;

interface Entry {
  /** The section as the server had it before the changes that are not saved. */
  base: Section;
  sending: Patch | null;
  /** What was sent on top of the base without an answer: the server may have it. */
  lost: readonly Patch[];
  waiting: Patch | null;
  /** As typed, where the server stored it differently. */
  typed: Patch | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  failure: Failure | null;
  errors: FieldErrors;
  theirs: Section | null;
  tries: number;
}

const noErrors: Unsaved['errors'] = {};
const failureOf = (error: ApiError): Failure => {
  if (error.isStale && error.current) return 'stale';
  if (error.outcome === 'invalid') return 'invalid';
  const isLine = ['unreachable', 'unavailable', 'failed', 'throttled', 'signed_out', 'aborted'].includes(error.outcome);
  return isLine ? 'line' : 'refused';
};

/** A patch with what somebody else changed besides: the frame draws that as well. */
const withNews = (base: Section, theirs: Section, patch: Patch): Patch => {
  const changed = changedSettings(base.settings, theirs.settings);
  return {
    ...(base.is_active !== theirs.is_active && { is_active: theirs.is_active }),
    ...patch,
    settings: { ...Object.fromEntries(changed.map((key) => [key, theirs.settings[key]])), ...patch.settings },
  };
};

/**
 * Saves changes of sections by themselves: each section has a queue of its own in which one request follows another with
 * the version of the last answer, and changes that come meanwhile are sent together.
 */
export function createSectionSaver(calls: {
  send: (id: string, patch: Patch, version: number) => Promise<Section>;
  /** The answer of a save; what was typed is shown until it is done. */
  onSaved: (section: Section, patch: Patch) => Promise<void>;
  /** A save that is not tried again by itself: the section is gone, or a rule refuses it. */
  onRefused: (section: Section, error: ApiError) => void;
}) {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let snapshot: UnsavedSections = new Map();
  /** Those who wait until a section's changes are saved, or failed. */
  let waiters: { id: string; done: () => void }[] = [];

  const notify = () => {
    snapshot = new Map([...entries].map(([id, entry]) => [id, viewOf(entry)]));
    const settled = waiters.filter(({ id }) => isSettled(entries.get(id)));
    waiters = waiters.filter((waiter) => !settled.includes(waiter));
    for (const listener of listeners) listener();
    for (const { done } of settled) done();
  };

  const retryAll = () => {
    for (const [id, entry] of entries) if (entry.failure === 'line') send(id, entry);
  };
  let stopListening: (() => void) | null = null;

  function send(id: string, entry: Entry): void {
    clearTimeout(entry.timer);
    entry.timer = undefined;
    if (entry.sending || !entry.waiting || entry.failure === 'stale') return;
    const patch = entry.waiting;
    Object.assign(entry, { sending: patch, waiting: null, failure: null });
    notify();
    calls
      .send(id, patch, entry.base.version)
      .then((section) => saved(id, entry, patch, section))
      .catch((error: unknown) => failed(id, entry, patch, error));
  }

  async function saved(id: string, entry: Entry, patch: Patch, section: Section): Promise<void> {
    if (entries.get(id) !== entry) return;
    await calls.onSaved(section, patch);
    const typed = notAsSent(section, patch);
    Object.assign(entry, { base: section, sending: null, lost: [], typed, errors: {}, tries: 0 });
    if (!entry.waiting && !typed && entries.get(id) === entry) entries.delete(id);
    if (entry.waiting && !entry.timer) send(id, entry);
    else notify();
  }

  async function failed(id: string, entry: Entry, patch: Patch, error: unknown): Promise<void> {
    if (!isApiError(error)) throw error;
    if (entries.get(id) !== entry) return;
    const failure = failureOf(error);
    const theirs = failure === 'stale' ? (error.current as Section) : null;
    const waiting = merged(patch, entry.waiting);
    if (theirs && !overlaps(entry.base, theirs, waiting, entry.lost)) {
      if (!isLeft(theirs, waiting)) {
        // It arrived before, and its answer was lost.
        Object.assign(entry, { sending: waiting, waiting: null });
        await saved(id, entry, withNews(entry.base, theirs, waiting), theirs);
        return;
      }
      // Somebody else changed other parts of it: both stay.
      Object.assign(entry, { base: theirs, sending: null, lost: [], waiting, failure: null, errors: {} });
      send(id, entry);
      return;
    }
    Object.assign(entry, { sending: null, waiting, failure, theirs, errors: error.fields });
    if (failure === 'line') {
      entry.lost = [...entry.lost, patch].slice(-mostLost);
      entry.timer = setTimeout(() => send(id, entry), retries[Math.min(entry.tries, retries.length - 1)]);
      entry.tries += 1;
    }
    if (failure === 'refused') {
      if (error.outcome === 'not_found') entries.delete(id);
      calls.onRefused(entry.base, error);
    }
    notify();
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      stopListening ??= subscribeLine(retryAll);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopListening?.();
        stopListening = null;
      };
    },
    snapshot: () => snapshot,
    /** Shows a change at once and saves it after a pause, or without one. */
    change: (section: Section, patch: Patch, isNow = false) => {
      const { id } = section;
      const entry: Entry = entries.get(id) ?? {
        base: section,
        sending: null,
        lost: [],
        waiting: null,
        typed: null,
        timer: undefined,
        failure: null,
        errors: {},
        theirs: null,
        tries: 0,
      };
      entries.set(id, entry);
      // Nothing of it is on its way: it is based on what is shown now.
      if (!entry.sending && !entry.waiting && section.version > entry.base.version) entry.base = section;
      entry.waiting = merged(entry.waiting, patch);
      if (entry.failure !== 'stale') {
        clearTimeout(entry.timer);
        entry.timer = setTimeout(() => send(id, entry), isNow ? 0 : debounce);
      }
      notify();
    },
    /** Sends what waits now; done when it is saved or has failed. */
    flush: (id: string): Promise<void> => {
      const entry = entries.get(id);
      if (!entry || isSettled(entry)) return Promise.resolve();
      const done = new Promise<void>((resolve) => waiters.push({ id, done: resolve }));
      send(id, entry);
      return done;
    },
    /** Tries again what failed because of the line. */
    retry: retryAll,
    /** Saves the choice of the conflict dialog over the version of somebody else. */
    resolve: (id: string, theirs: Section, patch: Patch | null) => {
      const entry = entries.get(id);
      if (!entry) return;
      Object.assign(entry, { base: theirs, lost: [], failure: null, theirs: null, typed: null, waiting: patch });
      if (patch) send(id, entry);
      else {
        entries.delete(id);
        notify();
      }
    },
    /** The conflict is left open: the changes stay, and the next one asks again. */
    postpone: (id: string) => {
      const entry = entries.get(id);
      if (entry?.failure !== 'stale') return;
      Object.assign(entry, { failure: 'refused', theirs: null });
      notify();
    },
    /** A section is no longer edited: it is shown as the server has it. */
    leave: (id: string) => {
      const entry = entries.get(id);
      if (!entry?.typed) return;
      entry.typed = null;
      if (!entry.waiting && !entry.sending) entries.delete(id);
      notify();
    },
    /** Forgets everything that is not saved: the draft was replaced. */
    clear: () => {
      for (const { timer } of entries.values()) clearTimeout(timer);
      entries.clear();
      notify();
    },
  };
}

export type SectionSaver = ReturnType<typeof createSectionSaver>;

/** Nothing of it is on its way by itself; a failure that is tried again counts as settled. */
const isSettled = (entry: Entry | undefined) =>
  !entry || (!entry.sending && (!entry.waiting || entry.failure !== null));

function viewOf(entry: Entry): Unsaved {
  const pending = entry.sending || entry.waiting ? merged(entry.sending, entry.waiting) : null;
  return {
    patch: entry.typed || pending ? merged(entry.typed, pending) : null,
    isWaiting: pending !== null,
    failure: entry.failure,
    errors: pending ? entry.errors : noErrors,
    stale: entry.failure === 'stale' && entry.theirs ? { base: entry.base, theirs: entry.theirs } : null,
  };
}

/** A section as it is shown: the server's with what is not saved on top. */
export const shownWith = (unsaved: UnsavedSections, section: Section): Section =>
  patched(section, unsaved.get(section.id)?.patch ?? null);

export type SaveState = 'saved' | 'saving' | 'line' | 'unsaved';

/** The state of all of them. */
export function saveStateOf(unsaved: UnsavedSections): SaveState {
  const waiting = [...unsaved.values()].filter(({ isWaiting }) => isWaiting);
  if (waiting.length === 0) return 'saved';
  if (waiting.some(({ failure }) => failure === 'line')) return 'line';
  return waiting.some(({ failure }) => failure !== null) ? 'unsaved' : 'saving';
}
