import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/error';
import { createSectionSaver, saveStateOf, shownWith } from './section-saver';
import { patched, type Patch } from './steps';
import type { Section } from './theme-editor.api';

const section = (more: Partial<Section> = {}): Section => ({
  id: 'sec_1',
  slug: 'hero',
  name: { ar: 'أ', en: 'a' },
  is_new: false,
  page: 'index',
  zone: 'sortable',
  is_active: true,
  display_order: 0,
  settings: { heading: '', columns: 4 },
  blocks: [],
  version: 1,
  ...more,
});

interface Call {
  patch: Patch;
  version: number;
  answer: (section: Section) => Promise<void>;
  refuse: (error: ApiError) => Promise<void>;
}

/** A saver whose calls are answered by the test. */
function open() {
  const calls: Call[] = [];
  const saved = vi.fn(() => Promise.resolve());
  const refused = vi.fn();
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const saver = createSectionSaver({
    send: (_, patch, version) =>
      new Promise((resolve, reject) => {
        calls.push({
          patch,
          version,
          answer: (own) => (resolve(own), settle().then(() => undefined)),
          refuse: (error) => (reject(error), settle().then(() => undefined)),
        });
      }),
    onSaved: saved,
    onRefused: refused,
  });
  const call = (at: number) => calls[at] as Call;
  const state = () => saveStateOf(saver.snapshot());
  return { saver, calls, call, saved, refused, state };
}

const line = new ApiError({ outcome: 'unreachable', status: 0 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('TH-03: settings save themselves', () => {
  it('after a pause in the typing, and show at once', async () => {
    const { saver, calls, state, call, saved } = open();
    saver.change(section(), { settings: { heading: 'H' } });
    await vi.advanceTimersByTimeAsync(200);
    saver.change(section(), { settings: { heading: 'Hi' } });
    expect(shownWith(saver.snapshot(), section()).settings.heading).toBe('Hi');
    await vi.advanceTimersByTimeAsync(249);
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(call(0)).toMatchObject({ patch: { settings: { heading: 'Hi' } }, version: 1 });
    expect(state()).toBe('saving');
    await call(0).answer(section({ version: 2, settings: { heading: 'Hi', columns: 4 } }));
    expect(state()).toBe('saved');
    expect(saver.snapshot().size).toBe(0);
    expect(saved).toHaveBeenCalledTimes(1);
  });

  it('one request after another, each with the version of the last answer', async () => {
    const { saver, calls, call } = open();
    saver.change(section(), { settings: { heading: 'a' } }, true);
    await vi.advanceTimersByTimeAsync(0);
    saver.change(section(), { settings: { heading: 'b' } }, true);
    saver.change(section(), { settings: { columns: 2 } }, true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls).toHaveLength(1);
    const stored = section({ version: 5, settings: { heading: 'a', columns: 4 } });
    await call(0).answer(stored);
    expect(call(1)).toMatchObject({ patch: { settings: { heading: 'b', columns: 2 } }, version: 5 });
    // What is not saved stays on top of the answer.
    expect(shownWith(saver.snapshot(), stored).settings).toEqual({ heading: 'b', columns: 2 });
  });

  it('keeps a text as it is typed, though the server trims it, until the section is left', async () => {
    const { saver, call, state } = open();
    const stored = section({ version: 2, settings: { heading: 'Hi', columns: 4 } });
    saver.change(section(), { settings: { heading: 'Hi ' } }, true);
    await vi.advanceTimersByTimeAsync(0);
    await call(0).answer(stored);
    expect(state()).toBe('saved');
    expect(shownWith(saver.snapshot(), stored).settings.heading).toBe('Hi ');
    saver.leave('sec_1');
    expect(shownWith(saver.snapshot(), stored)).toEqual(stored);
  });

  it('a value that is refused stays with its messages, and is sent again with the next change', async () => {
    const { saver, calls, call, state } = open();
    saver.change(section(), { settings: { url: 'x' } }, true);
    await vi.advanceTimersByTimeAsync(0);
    await call(0).refuse(new ApiError({ outcome: 'invalid', status: 422, fields: { 'settings.url': ['Wrong'] } }));
    expect(state()).toBe('unsaved');
    expect(saver.snapshot().get('sec_1')).toMatchObject({
      patch: { settings: { url: 'x' } },
      errors: { 'settings.url': ['Wrong'] },
      failure: 'invalid',
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(1);
    saver.change(section(), { settings: { columns: 3 } }, true);
    await vi.advanceTimersByTimeAsync(0);
    expect(call(1).patch).toEqual({ settings: { url: 'x', columns: 3 } });
  });

  it('what the line refused is tried again by itself, and at once on demand', async () => {
    const { saver, calls, call, state } = open();
    saver.change(section(), { settings: { columns: 3 } }, true);
    await vi.advanceTimersByTimeAsync(0);
    await call(0).refuse(line);
    expect(state()).toBe('line');
    await vi.advanceTimersByTimeAsync(2000);
    expect(calls).toHaveLength(2);
    await call(1).refuse(line);
    saver.retry();
    expect(call(2).patch).toEqual({ settings: { columns: 3 } });
    await call(2).answer(section({ version: 2, settings: { heading: '', columns: 3 } }));
    expect(state()).toBe('saved');
  });

  it('a newer version of somebody else waits for a decision, and is saved over', async () => {
    const { saver, calls, call, state } = open();
    const theirs = section({ version: 7, settings: { heading: 'theirs', columns: 4 } });
    saver.change(section(), { settings: { heading: 'mine' } }, true);
    await vi.advanceTimersByTimeAsync(0);
    await call(0).refuse(
      new ApiError({ outcome: 'conflict', status: 409, code: 'stale_version', body: { current: theirs } }),
    );
    expect(state()).toBe('unsaved');
    expect(saver.snapshot().get('sec_1')?.stale).toEqual({ base: section(), theirs });
    saver.change(section(), { settings: { columns: 2 } }, true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(1);
    saver.resolve('sec_1', theirs, { settings: { heading: 'mine' } });
    expect(call(1)).toMatchObject({ patch: { settings: { heading: 'mine' } }, version: 7 });
  });

  it('an answer that was lost is no change of somebody else', async () => {
    const { saver, calls, call, saved, state } = open();
    const stale = (theirs: Section) =>
      new ApiError({ outcome: 'conflict', status: 409, code: 'stale_version', body: { current: theirs } });
    saver.change(section(), { settings: { heading: 'Hi ' } }, true);
    await vi.advanceTimersByTimeAsync(0);
    // The server has it, trimmed; somebody else changed another setting meanwhile.
    await call(0).refuse(line);
    await vi.advanceTimersByTimeAsync(2000);
    const theirs = section({ version: 3, settings: { heading: 'Hi', columns: 2 } });
    await call(1).refuse(stale(theirs));
    expect(calls).toHaveLength(2);
    expect(state()).toBe('saved');
    expect(saved).toHaveBeenCalledExactlyOnceWith(theirs, { settings: { heading: 'Hi ', columns: 2 } });
    expect(shownWith(saver.snapshot(), theirs).settings).toEqual({ heading: 'Hi ', columns: 2 });
    // The next change is based on it.
    saver.change(theirs, { settings: { heading: 'Hi you' } }, true);
    await vi.advanceTimersByTimeAsync(0);
    expect(call(2)).toMatchObject({ patch: { settings: { heading: 'Hi you' } }, version: 3 });
  });

  it('what was typed after a lost answer is sent over it without a question', async () => {
    const { saver, call, state } = open();
    const theirs = section({ version: 2, settings: { heading: 'a', columns: 4 } });
    saver.change(section(), { settings: { heading: 'a' } }, true);
    await vi.advanceTimersByTimeAsync(0);
    await call(0).refuse(line);
    saver.change(section(), { settings: { heading: 'ab' } }, true);
    await vi.advanceTimersByTimeAsync(0);
    await call(1).refuse(
      new ApiError({ outcome: 'conflict', status: 409, code: 'stale_version', body: { current: theirs } }),
    );
    expect(call(2)).toMatchObject({ patch: { settings: { heading: 'ab' } }, version: 2 });
    await call(2).answer(section({ version: 3, settings: { heading: 'ab', columns: 4 } }));
    expect(state()).toBe('saved');
    expect(saver.snapshot().size).toBe(0);
  });

  it('a section that is gone is told of, and no longer waited for', async () => {
    const { saver, call, refused, state } = open();
    saver.change(section(), { is_active: false }, true);
    await vi.advanceTimersByTimeAsync(0);
    const done = saver.flush('sec_1');
    await call(0).refuse(new ApiError({ outcome: 'not_found', status: 404 }));
    await done;
    expect(refused).toHaveBeenCalledTimes(1);
    expect(state()).toBe('saved');
  });

  it('can be waited for', async () => {
    const { saver, call } = open();
    let isDone = false;
    saver.change(section(), { settings: { columns: 3 } });
    void saver.flush('sec_1').then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isDone).toBe(false);
    await call(0).answer(patched(section({ version: 2 }), { settings: { columns: 3 } }));
    expect(isDone).toBe(true);
  });
});
