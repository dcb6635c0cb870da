import { useEffect, useState, type RefObject } from 'react';

/**
 * Virtualises a long list of equal row heights: the rows in view, with a few on both sides. Short lists are rendered
 * whole. 250 variants would otherwise be 1,500 fields in the page.
 */
export function useWindow(place: RefObject<HTMLElement | null>, count: number, height: number, fullBelow = 30) {
  const [top, setTop] = useState(0);
  const [size, setSize] = useState(640);
  const long = count > fullBelow;
  useEffect(() => {
    const element = place.current;
    if (!element || !long) return undefined;
    const read = () => {
      setTop(element.scrollTop);
      setSize(element.clientHeight || 640);
    };
    read();
    element.addEventListener('scroll', read, { passive: true });
    return () => element.removeEventListener('scroll', read);
  }, [place, long]);
  if (!long) return { first: 0, last: count, before: 0, after: 0, show: () => {} };
  const extra = 6;
  const first = Math.max(0, Math.min(Math.floor(top / height) - extra, count));
  const last = Math.min(count, Math.ceil((top + size) / height) + extra);
  return {
    first,
    last,
    before: first * height,
    after: (count - last) * height,
    /** Scrolls a row into view. */
    show: (index: number) => {
      const at = Math.max(0, index * height - 120);
      place.current?.scrollTo({ top: at });
      setTop(at);
    },
  };
}
