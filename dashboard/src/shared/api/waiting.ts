import { useSyncExternalStore } from 'react';
import { useShared } from '../i18n/use-shared';
import { isOnline, subscribeLine } from '../lib/line';
import { holdWork } from '../lib/unsaved';
import { getSession, subscribeSession } from '../session/session';
import { toast } from '../ui/toast';
import { ApiError, isApiError } from './error';

/** A change that was asked for without a line. It is listed, can be taken back, and is sent when the line is there again. */
export interface WaitingChange {
  id: number;
  /** The words of what was pressed. */
  label: string;
  /** The title of the page on which it was. */
  where: string;
  isSending: boolean;
}

/** What a change is called while it waits: the words that were pressed, and the title of the page on which it was. */
export type Pressed = Pick<WaitingChange, 'label' | 'where'>;

interface QueuedTurn {
  go: () => void;
  drop: () => void;
}

/** Tries of a change whose line is said to be back but does not carry it yet, and the wait between them, ms. */
const tries = 3;
const pause = 1500;

let list: readonly WaitingChange[] = [];
let count = 0;
let sent = 0;
const turns = new Map<number, QueuedTurn>();
const listeners = new Set<() => void>();
let stopWatching: (() => void)[] = [];

const put = (next: readonly WaitingChange[]) => {
  list = next;
  for (const listener of listeners) listener();
};
const mark = (id: number, isSending: boolean) =>
  put(list.map((change) => (change.id === id ? { ...change, isSending } : change)));

export const getWaiting = (): readonly WaitingChange[] => list;
export const useWaiting = (): readonly WaitingChange[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getWaiting,
    getWaiting,
  );

/** What was pressed last: a change is listed under the words that the reader has just seen. */
let pressed = { what: '', at: 0 };
const longest = 60;
if (typeof document !== 'undefined') {
  document.addEventListener(
    'click',
    (event) => {
      const control =
        event.target instanceof Element
          ? event.target.closest('button, a, label, [role^=menuitem], [role=option]')
          : null;
      const label = (control?.getAttribute('aria-label') ?? control?.textContent ?? '').trim();
      if (label) pressed = { what: label.slice(0, longest), at: Date.now() };
    },
    true,
  );
}

const title = () =>
  (typeof document === 'undefined' ? '' : (document.querySelector('main h1')?.textContent ?? document.title)).trim();

/** What a change that is asked for now is called. */
export const pressedNow = (): Pressed => ({
  label: Date.now() - pressed.at < 10_000 ? pressed.what : '',
  where: title(),
});

/**
 * The line dropped while a change was on its way that must not be sent twice: whether it arrived, only a look can tell. Says
 * what to look at.
 */
export function unknownOutcome({ label, where }: Pressed): ApiError {
  const s = useShared.now;
  const isolated = (text: string) => `\u2068${text}\u2069`;
  const names = { what: isolated(label || s('line.change')), where: isolated(where) };
  return new ApiError({
    outcome: 'unreachable',
    status: 0,
    code: 'unknown_outcome',
    message: s(where ? 'line.unknownText' : 'line.unknownHere', names),
  });
}

const isLost = (error: unknown) => isApiError(error) && error.outcome === 'unreachable';

/** The oldest one goes when there is a line; the others after it, in the order in which they were asked for. */
function next(): void {
  const [first] = list;
  if (first && !first.isSending && isOnline()) turns.get(first.id)?.go();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** The watch over the line, the tab and the session lasts while something waits. */
function watch(): void {
  const { user, storeId } = getSession();
  window.addEventListener('beforeunload', warn);
  stopWatching = [
    subscribeLine(next),
    holdWork(() => list.length > 0),
    () => window.removeEventListener('beforeunload', warn),
    // What somebody asked for is not sent in the name of another, nor to another store.
    subscribeSession(() => {
      const now = getSession();
      if (now.user?.id !== user?.id || now.storeId !== storeId) for (const { id } of list) takeBack(id);
    }),
  ];
}

/** The change is not sent; whoever asked for it hears that it was called off, and says nothing. */
export function takeBack(id: number): void {
  if (list.some((change) => change.id === id && !change.isSending)) turns.get(id)?.drop();
}

const turn = (id: number) =>
  new Promise<void>((resolve, reject) => {
    turns.set(id, {
      go: () => {
        mark(id, true);
        resolve();
      },
      drop: () => reject(new ApiError({ outcome: 'aborted', status: 0, code: 'taken_back' })),
    });
    next();
  });

/**
 * Sends a change when there is a line. Nothing that waits here is hidden: the shell lists it.
 *
 * One that carries a key (`isRepeatable`) is sent until it is answered. Any other is sent once, over a line that was tried
 * before (`isReached`); when its answer gets lost, that is said.
 */
export async function whenOnline<T>(
  send: () => Promise<T>,
  change: Pressed & { isRepeatable: boolean; isReached: () => Promise<boolean> },
): Promise<T> {
  if (list.length === 0) watch();
  count += 1;
  const id = count;
  const { label, where, isRepeatable, isReached } = change;
  put([...list, { id, label, where, isSending: false }]);
  try {
    await turn(id);
    for (let left = tries; ;) {
      try {
        if (!isRepeatable && !(await isReached())) throw new ApiError({ outcome: 'unreachable', status: 0 });
        const answer = await send().catch((error: unknown) => {
          throw isLost(error) && !isRepeatable ? unknownOutcome(change) : error;
        });
        sent += 1;
        return answer;
      } catch (error) {
        if (!isLost(error) || (error as ApiError).code) throw error;
        if (!isOnline()) {
          mark(id, false);
          await turn(id);
          continue;
        }
        left -= 1;
        if (left === 0) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  } finally {
    turns.delete(id);
    put(list.filter((one) => one.id !== id));
    if (list.length === 0) {
      for (const stop of stopWatching) stop();
      if (sent > 0) toast.info({ id: 'line', title: useShared.now('line.sent', { count: sent }) });
      sent = 0;
    } else next();
  }
}
