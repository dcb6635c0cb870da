import type { CallOutcome, ConfirmationRow } from './confirm.api';

/** The outcomes in the order of their keys. */
export const outcomes = [
  'confirmed',
  'no_answer',
  'postponed',
  'wrong_number',
  'cancelled',
] as const satisfies readonly CallOutcome[];

export type CallQueueKey =
  CallOutcome | 'call' | 'whatsapp' | 'open' | 'skip' | 'undo' | 'up' | 'down' | 'start' | 'help';

const byCode: Readonly<Record<string, CallQueueKey>> = {
  KeyC: 'call',
  KeyW: 'whatsapp',
  KeyO: 'open',
  KeyN: 'skip',
  KeyU: 'undo',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Enter: 'start',
};

/**
 * The action of a key in the call queue, by its physical position: the same with Arabic and Latin letters. None while
 * the user types, or with a modifier.
 */
export function callQueueKey(event: KeyboardEvent): CallQueueKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null;
  const target = event.target as Element | null;
  // A radio is no place to type: the choice between a customer's orders keeps the focus.
  if (
    target?.closest?.('input:not([type=radio]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]')
  )
    return null;
  if (event.key === '?' || event.key === '؟') return 'help';
  if (event.shiftKey) return null;
  // Enter on a button or link activates it.
  if (event.code === 'Enter' && target?.closest?.('a, button, [role=tab]')) return null;
  const digit = /^(?:Digit|Numpad)([1-6])$/.exec(event.code)?.[1];
  // The key after the outcomes.
  if (digit) return outcomes[Number(digit) - 1] ?? 'skip';
  return byCode[event.code] ?? null;
}

/** A customer of the queue, with all of their orders that wait. */
export interface QueueEntry {
  mobile: string;
  name: string;
  /** The order that is due first. */
  order: string;
  number: number;
  total: string;
  /** How many wait. */
  orders: number;
  isDue: boolean;
  dueAt: string;
  createdAt: string;
  attempts: number;
  heldBy: string | null;
}

/** The orders that wait, by customer; the server's order stays: the earliest due first. */
export function entriesOf(rows: readonly ConfirmationRow[], now: number): QueueEntry[] {
  const found = new Map<string, QueueEntry>();
  for (const row of rows) {
    const entry = found.get(row.mobile);
    if (entry) {
      entry.orders += 1;
      entry.attempts = Math.max(entry.attempts, row.attempts);
      continue;
    }
    found.set(row.mobile, {
      mobile: row.mobile,
      name: row.customer_name,
      order: row.id,
      number: row.number,
      total: row.total,
      orders: 1,
      isDue: Date.parse(row.due_at) <= now,
      dueAt: row.due_at,
      createdAt: row.created_at,
      attempts: row.attempts,
      heldBy: row.held_by ?? null,
    });
  }
  return [...found.values()];
}

/** Who is called after the current customer. */
export const nextOf = (
  entries: readonly QueueEntry[],
  current: string | undefined,
  skipped: readonly string[],
): QueueEntry | undefined =>
  entries.find(
    ({ mobile, isDue, heldBy }) => isDue && mobile !== current && heldBy === null && !skipped.includes(mobile),
  );

/** Adds days to a day, both `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
