import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type RefObject } from 'react';

/** The row that was last gone into, by the path of its list. */
const leftFrom = new Map<string, string>();

/**
 * Coming back to a list (Back, the arrow of a page) puts the focus on the row that was opened from it, so that who walks
 * with the keyboard goes on from there. Nothing is taken from whoever holds the focus by then.
 */
export function useReturnFocus(place: RefObject<HTMLElement | null>, areRowsShown: boolean): void {
  const path = useLocation({ select: (location) => location.pathname });
  // A drawer above the list has a path of its own; the list stays where it was.
  const [home] = useState(path);
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
    // The page's heading is where the shell puts the focus of who has just come.
    const focused = document.activeElement;
    if (!id || (focused && focused !== document.body && focused.tagName !== 'H1')) return;
    const row = [...(place.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
      (candidate) => candidate.dataset.row === id,
    );
    row?.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true });
  }, [areRowsShown, home, place]);
}
