import { useSyncExternalStore } from 'react';
import { useShared } from '../i18n/use-shared';
import { isOnline, subscribeLine } from '../lib/line';
import { registerUnsavedCheck } from '../lib/unsaved';
import { getSession, subscribeSession } from '../session/session';
import { toast } from '../ui/toast';
import { ApiError, isApiError } from './error';

/** A change requested while offline. It is listed, can be cancelled, and is sent when the connection is back. */
export interface WaitingChange {
  id: number;
  /** Label of the pressed button. */
  label: string;
  /** Title of the page on which it was pressed. */
  where: string;
  isSending: boolean;
}

/** The name of a waiting change: the pressed label, and the title of the page. */
export type ChangeName = Pick<WaitingChange, 'label' | 'where'>;

interface QueuedSend {
  go: () => void;
  drop: () => void;
}

/**
 * Attempts of a change after the browser reports a connection that does not work yet, and the wait between them, ms.
 */
const maxAttempts = 3;
const retryDelay = 1500;

let list: readonly WaitingChange[] = [];
let lastId = 0;
let sentCount = 0;
const queuedSends = new Map<number, QueuedSend>();
const listeners = new Set<() => void>();
let stopWatching: (() => void)[] = [];

const setList = (next: readonly WaitingChange[]) => {
  list = next;
  for (const listener of listeners) listener();
};
const setSending = (id: number, isSending: boolean) =>
  setList(list.map((change) => (change.id === id ? { ...change, isSending } : change)));

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

/** The last pressed label: a change is listed under the text that the user has just seen. */
let lastPress = { label: '', at: 0 };
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
      if (label) lastPress = { label: label.slice(0, longest), at: Date.now() };
    },
    true,
  );
}

const title = () =>
  (typeof document === 'undefined' ? '' : (document.querySelector('main h1')?.textContent ?? document.title)).trim();

/** The name of a change that is requested now. */
export const currentChangeName = (): ChangeName => ({
  label: Date.now() - lastPress.at < 10_000 ? lastPress.label : '',
  where: title(),
});

/**
 * The connection dropped while a change was in flight that must not be retried: whether it arrived is unknown. The
 * error says what to check.
 */
export function unknownOutcome({ label, where }: ChangeName): ApiError {
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

/** Sends the oldest one when online; the others follow in the order of their requests. */
function sendNext(): void {
  const [first] = list;
  if (first && !first.isSending && isOnline()) queuedSends.get(first.id)?.go();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Listeners for connection, tab and session exist while something waits. */
function watch(): void {
  const { user, storeId } = getSession();
  window.addEventListener('beforeunload', warn);
  stopWatching = [
    subscribeLine(sendNext),
    registerUnsavedCheck(() => list.length > 0),
    () => window.removeEventListener('beforeunload', warn),
    // Waiting changes are not sent after the user or store has changed.
    subscribeSession(() => {
      const now = getSession();
      if (now.user?.id !== user?.id || now.storeId !== storeId) for (const { id } of list) cancelWaitingChange(id);
    }),
  ];
}

/** Cancels the change; its caller gets an aborted call, which shows nothing. */
export function cancelWaitingChange(id: number): void {
  if (list.some((change) => change.id === id && !change.isSending)) queuedSends.get(id)?.drop();
}

const waitForTurn = (id: number) =>
  new Promise<void>((resolve, reject) => {
    queuedSends.set(id, {
      go: () => {
        setSending(id, true);
        resolve();
      },
      drop: () => reject(new ApiError({ outcome: 'aborted', status: 0, code: 'taken_back' })),
    });
    sendNext();
  });

/**
 * Sends a change when online. Everything that waits here is listed by the shell.
 *
 * One with an idempotency key (`isRepeatable`) is retried until it is answered. Any other is sent once, after a probe
 * of the connection (`isReached`); when its answer is lost, that is reported.
 */
export async function whenOnline<T>(
  send: () => Promise<T>,
  change: ChangeName & { isRepeatable: boolean; isReached: () => Promise<boolean> },
): Promise<T> {
  if (list.length === 0) watch();
  lastId += 1;
  const id = lastId;
  const { label, where, isRepeatable, isReached } = change;
  setList([...list, { id, label, where, isSending: false }]);
  try {
    await waitForTurn(id);
    for (let attemptsLeft = maxAttempts; ;) {
      try {
        if (!isRepeatable && !(await isReached())) throw new ApiError({ outcome: 'unreachable', status: 0 });
        const answer = await send().catch((error: unknown) => {
          throw isLost(error) && !isRepeatable ? unknownOutcome(change) : error;
        });
        sentCount += 1;
        return answer;
      } catch (error) {
        if (!isLost(error) || (error as ApiError).code) throw error;
        if (!isOnline()) {
          setSending(id, false);
          await waitForTurn(id);
          continue;
        }
        attemptsLeft -= 1;
        if (attemptsLeft === 0) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryDelay));
      }
    }
  } finally {
    queuedSends.delete(id);
    setList(list.filter((one) => one.id !== id));
    if (list.length === 0) {
      for (const stop of stopWatching) stop();
      if (sentCount > 0) toast.info({ id: 'line', title: useShared.now('line.sent', { count: sentCount }) });
      sentCount = 0;
    } else sendNext();
  }
}
