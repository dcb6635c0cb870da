import { useEffect, useRef, type RefObject } from 'react';
import { headWidth, rowHeight, type Geometry } from './geometry';

/** For the element that scrolls: the cell that one stands on is brought into sight. */
export function useScrollToCell({
  row,
  col,
  geometry,
  isFilled,
  rtl,
}: {
  row: number;
  col: number;
  geometry: Geometry;
  isFilled: boolean;
  rtl: boolean;
}): RefObject<HTMLDivElement | null> {
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = scroll.current;
    const start = geometry.starts[col];
    const own = geometry.columns[col];
    if (!place || !isFilled || start === undefined || !own) return;
    // The captions and the first column cover what lies below them.
    const top = row * rowHeight;
    const visibleHeight = place.clientHeight - 2 * rowHeight;
    if (top < place.scrollTop) place.scrollTop = top;
    else if (top > place.scrollTop + visibleHeight) place.scrollTop = top - visibleHeight;
    // Scrolled from the start side, whichever that is.
    const from = Math.abs(place.scrollLeft);
    const sign = rtl ? -1 : 1;
    if (start - headWidth < from) place.scrollLeft = sign * (start - headWidth);
    else if (start + own.width > from + place.clientWidth) {
      place.scrollLeft = sign * (start + own.width - place.clientWidth);
    }
  }, [row, col, geometry, isFilled, rtl]);
  return scroll;
}
