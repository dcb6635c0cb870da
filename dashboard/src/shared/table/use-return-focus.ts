import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, type RefObject } from 'react';

/** The row that was opened last, by the path of its list. */
const leftFrom = new Map<string, string>();

/**
 * After returning to a list (Back, a page's back arrow) the focus is set on the row that was opened, for keyboard
 * users. An element that has the focus by then keeps it.
 */
export function useReturnFocus(place: RefObject<HTMLElement | null>, areRowsShown: boolean): void {
  const router = useRouter();
  // Read once: a drawer above the list has its own path, and a list that is being left need not render again.
  const [home] = useState(() => router.state.location.pathname);
  useEffect(() => {
    const list = place.current;
    const remember = (event: MouseEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
      if (row?.dataset.row) leftFrom.set(home, row.dataset.row);
    };
    list?.addEventListener('click', remember);
    return () => list?.removeEventListener('click', remember);
  }, [place, home]);
  useEffect(() => {
    if (!areRowsShown) return;
    const id = leftFrom.get(home);
    leftFrom.delete(home);
    // The shell focuses the page's heading after a navigation.
    const focused = document.activeElement;
    if (!id || (focused && focused !== document.body && focused.tagName !== 'H1')) return;
    const row = [...(place.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
      (candidate) => candidate.dataset.row === id,
    );
    row?.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true });
  }, [areRowsShown, home, place]);
}
