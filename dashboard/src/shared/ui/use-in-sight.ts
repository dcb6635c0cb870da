import { useEffect, useRef, useState, type RefObject } from 'react';

/** How far below the screen a place counts as in sight: its content is there when it is scrolled to. */
const margin = '120px';

/** Whether an element was in sight, or close to it, at least once: what stands there is asked for only then. */
export function useInSight<Host extends HTMLElement>(): [RefObject<Host | null>, boolean] {
  const place = useRef<Host>(null);
  const [isSeen, setSeen] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isSeen || !place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: margin },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [place, isSeen];
}
