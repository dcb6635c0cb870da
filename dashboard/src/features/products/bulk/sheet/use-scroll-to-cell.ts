import { useEffect, useRef, type RefObject } from 'react';
import { headWidth, rowHeight, type Geometry } from './geometry';

/** Scrolls the active cell into view of the scrolling element. */
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
    // The sticky captions and first column cover the cells below them.
    const top = row * rowHeight;
    const visibleHeight = place.clientHeight - 2 * rowHeight;
    if (top < place.scrollTop) place.scrollTop = top;
    else if (top > place.scrollTop + visibleHeight) place.scrollTop = top - visibleHeight;
    // Scroll offset from the start side, in either direction.
    const from = Math.abs(place.scrollLeft);
    const sign = rtl ? -1 : 1;
    if (start - headWidth < from) place.scrollLeft = sign * (start - headWidth);
    else if (start + own.width > from + place.clientWidth) {
      place.scrollLeft = sign * (start + own.width - place.clientWidth);
    }
  }, [row, col, geometry, isFilled, rtl]);
  return scroll;
}
