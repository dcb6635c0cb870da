import { useEffect, useRef } from 'react';

/** What a key does: Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, by their place on the keyboard, so that they work in Arabic. */
export function historyKey(
  event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (event.code === 'KeyZ') return event.shiftKey ? 'redo' : 'undo';
  return event.code === 'KeyY' && !event.shiftKey ? 'redo' : null;
}

const textField =
  'input:not([type="checkbox"],[type="radio"],[type="range"],[type="color"]),textarea,select,[contenteditable="true"]';

/** A text field undoes its own typing, a dialog has other things to undo, and a row that is held must not move away. */
const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  (target instanceof HTMLElement && target.closest(`${textField},[data-move][aria-pressed="true"]`) !== null);

/** Undo and redo by the keyboard, anywhere on the page. */
export function useHistoryKeys(run: (step: 'undo' | 'redo') => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = historyKey(event);
      if (!step || isElsewhere(event.target)) return;
      event.preventDefault();
      latest.current(step);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
