import { useRef, type PointerEvent, type RefObject } from 'react';
import { fillRange } from './fill-range';
import { boxOf, headWidth, rowHeight, type Geometry } from './geometry';
import type { Range, SheetStore } from './sheet-store';

/** Pointer handling of the grid: selects by dragging, a whole row by its header, and fills by the handle. */
export function useSheetPointer({
  store,
  geometry,
  rtl,
  scroll,
  body,
  focus,
}: {
  store: SheetStore;
  geometry: Geometry;
  rtl: boolean;
  scroll: RefObject<HTMLDivElement | null>;
  /** The rows, without the captions. */
  body: RefObject<HTMLDivElement | null>;
  focus: () => void;
}) {
  const { columns, lines } = store;
  const { starts } = geometry;
  const drag = useRef<{ kind: 'select' | 'fill'; from: Range; to: Range } | null>(null);
  /** Outline of the range to fill; positioned by direct DOM writes, so that dragging renders nothing. */
  const filler = useRef<HTMLDivElement>(null);

  const placeOf = (event: PointerEvent) => {
    const box = body.current?.getBoundingClientRect();
    if (!box) return null;
    const offset = rtl ? box.right - event.clientX : event.clientX - box.left;
    let at = columns.findIndex((column, i) => offset < (starts[i] ?? 0) + column.width);
    if (at < 0) at = columns.length - 1;
    return {
      row: Math.floor((event.clientY - box.top) / rowHeight),
      col: at,
      inHead: offset - Math.abs(scroll.current?.scrollLeft ?? 0) < headWidth,
    };
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const place = placeOf(event);
    if (!place || place.row < 0 || place.row >= lines.length) return;
    const onHandle = (event.target as HTMLElement).dataset.handle !== undefined;
    if (!onHandle && (event.target as HTMLElement).closest('input')) return;
    focus();
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    if (onHandle) drag.current = { kind: 'fill', from: store.range, to: store.range };
    else if (place.inHead) {
      store.select({ row: place.row, col: columns.length - 1 });
      store.select({ row: place.row, col: 0 }, true);
    } else {
      store.select(place, event.shiftKey);
      drag.current = { kind: 'select', from: store.range, to: store.range };
    }
  };
  const onPointerMove = (event: PointerEvent) => {
    const place = drag.current && placeOf(event);
    if (!place || !drag.current) return;
    if (drag.current.kind === 'select') {
      if (place.row !== store.active.row || place.col !== store.active.col) store.select(place, true);
      return;
    }
    const { from } = drag.current;
    const to = { ...from };
    const down = Math.max(place.row - from.bottom, from.top - place.row, 0);
    const sideways = Math.max(place.col - from.last, from.first - place.col, 0);
    if (down >= sideways) {
      to.top = Math.max(0, Math.min(from.top, place.row));
      to.bottom = Math.min(lines.length - 1, Math.max(from.bottom, place.row));
    } else {
      to.first = Math.max(0, Math.min(from.first, place.col));
      to.last = Math.max(from.last, place.col);
    }
    drag.current.to = to;
    if (filler.current) Object.assign(filler.current.style, boxOf(to, geometry), { display: 'block' });
  };
  const onPointerUp = () => {
    const finishedDrag = drag.current;
    drag.current = null;
    if (filler.current) filler.current.style.display = 'none';
    if (finishedDrag?.kind !== 'fill') return;
    fillRange(store, finishedDrag.from, finishedDrag.to);
    store.select({ row: finishedDrag.to.top, col: finishedDrag.to.first });
    store.select({ row: finishedDrag.to.bottom, col: finishedDrag.to.last }, true);
  };
  return { filler, on: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp } };
}
