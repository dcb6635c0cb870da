import { useEffect, type Dispatch, type RefObject, type SetStateAction } from 'react';

export type ListKey = 'next' | 'previous' | 'select' | 'search' | 'clear' | 'help';

/**
 * The action of a key in a list. Letters also match by their physical position: on an Arabic layout the key of "j"
 * types "ت". The arrows belong to the list only while the focus is inside it, else they scroll the page.
 */
export function listKey(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  inside: boolean,
): ListKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.key === '?' || event.key === '؟') return 'help';
  if (event.key === '/' || (event.code === 'Slash' && !event.shiftKey)) return 'search';
  if (event.shiftKey) return null;
  if (event.key === 'Escape') return 'clear';
  if (event.key === 'j' || event.code === 'KeyJ') return 'next';
  if (event.key === 'k' || event.code === 'KeyK') return 'previous';
  if (event.key === 'x' || event.code === 'KeyX') return inside ? 'select' : null;
  if (inside && event.key === 'ArrowDown') return 'next';
  if (inside && event.key === 'ArrowUp') return 'previous';
  return null;
}

const busyPlaces = 'input:not([type=checkbox]),textarea,select,[contenteditable=true],[role=menu],[role=listbox]';
const overlays = '[role=dialog],[role=menu],[role=listbox]';

/** Whether a key belongs to the page: no text field has the focus, and no dialog or menu is open. */
export function isForPage(event: KeyboardEvent): boolean {
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (event.defaultPrevented || target?.closest(busyPlaces)) return false;
  return ![...document.querySelectorAll(overlays)].some((box) => box.checkVisibility());
}

/**
 * Keyboard support of every list: j/k (and the arrows inside it) move the focus between rows, Enter follows the focused
 * link, x selects, Escape clears the selection, / focuses the search box, ? shows the shortcuts.
 */
export function useListKeys(
  place: RefObject<HTMLElement | null>,
  onSelect?: Dispatch<SetStateAction<Set<string>>>,
  onHelp?: () => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const list = place.current;
      const target = event.target instanceof HTMLElement ? event.target : null;
      // Ignored below an open dialog or menu.
      if (!list || !isForPage(event)) return;
      const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
      const current = target ? rows.findIndex((row) => row.contains(target)) : -1;
      const key = listKey(event, current >= 0);
      if (!key) return;
      if (key === 'help') {
        if (!onHelp) return;
        event.preventDefault();
        onHelp();
        return;
      }
      if (key === 'search') {
        const box = list.querySelector<HTMLInputElement>('input[type=search]');
        if (!box) return;
        event.preventDefault();
        box.focus();
        box.select();
        return;
      }
      if (key === 'select') {
        const id = rows[current]?.dataset.row;
        if (!onSelect || !id) return;
        event.preventDefault();
        onSelect((before) => {
          const next = new Set(before);
          if (!next.delete(id)) next.add(id);
          return next;
        });
        return;
      }
      if (key === 'clear') {
        onSelect?.((before) => (before.size > 0 ? new Set() : before));
        return;
      }
      const step = key === 'next' ? current + 1 : current < 0 ? 0 : current - 1;
      const row = rows[Math.max(0, Math.min(rows.length - 1, step))];
      const link = row?.querySelector<HTMLElement>('a[href]');
      if (!row || !link) return;
      event.preventDefault();
      // The browser shows its focus ring because the keyboard was used last.
      link.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [place, onSelect, onHelp]);
}
