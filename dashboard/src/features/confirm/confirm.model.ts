import type { CallOutcome } from './confirm.api';

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
  if (target?.closest?.('input, textarea, select, [contenteditable=true], [role=dialog], [role=menu]')) return null;
  if (event.key === '?' || event.key === '؟') return 'help';
  if (event.shiftKey) return null;
  // Enter on a button or link activates it.
  if (event.code === 'Enter' && target?.closest?.('a, button, [role=tab]')) return null;
  const digit = /^(?:Digit|Numpad)([1-5])$/.exec(event.code)?.[1];
  if (digit) return outcomes[Number(digit) - 1] ?? null;
  return byCode[event.code] ?? null;
}

/** Adds days to a day, both `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
