import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject, type SyntheticEvent } from 'react';
import {
  clampDropPosition,
  fits,
  linesWithout,
  targetOf,
  type DropPosition,
  type Target,
  type TreeLine,
} from './tree-move';

/** Distance in pixels after which a press becomes a drag. */
const threshold = 4;
/** Distance from the window's edge at which the page scrolls, and its speed, px. */
const edge = 70;
const fastest = 16;

interface Drag {
  id: string;
  rest: TreeLine[];
  height: number;
  from: DropPosition;
  spot: DropPosition;
  isByKeyboard: boolean;
}

/** The handle that an event came from. */
const handleIn = (event: SyntheticEvent<HTMLElement>) =>
  (event.target as HTMLElement).closest<HTMLElement>('[data-move]');

export interface TreeDrag {
  /** The mark where the line would drop, inside the list. */
  mark: RefObject<HTMLDivElement | null>;
  /** The row that is being moved. */
  id: string | null;
  byKeyboard: boolean;
  /**
   * Handlers of the list: a handle inside names its line by `data-move`. Handlers of the rows would render them again while
   * one of them moves.
   */
  region: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onBlur: (event: SyntheticEvent<HTMLElement>) => void;
  };
}

/**
 * Moving a line of the tree by pointer or keyboard. The lines themselves stay where they are: only a drop mark moves,
 * by direct DOM writes without a render, so that a thousand rows drag like ten.
 *
 * Sideways is deeper or shallower, and follows the direction of writing.
 */
export function useTreeDrag({
  list,
  lines,
  maxLevels,
  rowHeight,
  indent,
  rtl,
  onMove,
  announce,
}: {
  list: RefObject<HTMLElement | null>;
  lines: readonly TreeLine[];
  /** Levels that the tree may have. */
  maxLevels: number;
  /** Every row has this height, px. */
  rowHeight: number;
  /** How much further in each level begins, px. */
  indent: number;
  rtl: boolean;
  onMove: (id: string, target: Target) => void;
  /** Announces the current position to screen readers. */
  announce: (kind: 'start' | 'over' | 'end' | 'cancel', id: string, target: Target) => void;
}): TreeDrag {
  const [moving, setMoving] = useState<{ id: string; byKeyboard: boolean } | null>(null);
  const drag = useRef<Drag | null>(null);
  const mark = useRef<HTMLDivElement>(null);

  /** Row indices of `rest` differ from those of the page: the moved branch is still shown at its old position. */
  const shownGap = (current: Drag, gap: number) =>
    gap <= current.from.gap ? gap : gap + (lines.length - current.rest.length);
  const show = () => {
    const current = drag.current;
    const element = mark.current;
    if (!element) return;
    element.hidden = current === null;
    if (!current) return;
    element.style.transform = `translateY(${shownGap(current, current.spot.gap) * rowHeight - 1}px)`;
    element.style.insetInlineStart = `${8 + current.spot.depth * indent}px`;
    if (current.isByKeyboard) element.scrollIntoView({ block: 'nearest' });
  };
  const begin = (line: TreeLine, byKeyboard: boolean) => {
    const { rest, from } = linesWithout(lines, line.id);
    drag.current = {
      id: line.id,
      rest,
      from,
      spot: from,
      height: line.height,
      isByKeyboard: byKeyboard,
    };
    setMoving({ id: line.id, byKeyboard });
    show();
  };
  const put = (spot: DropPosition) => {
    const current = drag.current;
    if (
      !current ||
      !fits(current.rest, Math.min(Math.max(spot.gap, 0), current.rest.length), current.height, maxLevels)
    )
      return;
    current.spot = clampDropPosition(current.rest, spot, current.height, maxLevels);
    show();
  };
  const finish = (line: TreeLine, isDropped: boolean) => {
    const current = drag.current;
    drag.current = null;
    setMoving(null);
    show();
    if (!current) return;
    const target = targetOf(current.rest, current.spot);
    announce(isDropped ? 'end' : 'cancel', line.id, target);
    const { spot, from } = current;
    if (isDropped && (spot.gap !== from.gap || spot.depth !== from.depth)) onMove(current.id, target);
  };

  const withLine = (event: SyntheticEvent<HTMLElement>, run: (line: TreeLine) => void) => {
    const line = lines.find(({ id }) => id === handleIn(event)?.dataset.move);
    if (line) run(line);
  };

  const onPointerDown = (line: TreeLine) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || moving) return;
    const element = event.currentTarget;
    const start = { x: event.clientX, y: event.clientY };
    const at = { ...start };
    let frame = 0;
    let active = false;
    const follow = () => {
      frame = 0;
      const current = drag.current;
      const top = list.current?.getBoundingClientRect().top;
      if (!current || top === undefined) return;
      const rowAtPointer = Math.round((at.y - top) / rowHeight);
      const own = lines.length - current.rest.length;
      const gap = rowAtPointer <= current.from.gap ? rowAtPointer : Math.max(current.from.gap, rowAtPointer - own);
      const sideways = (at.x - start.x) * (rtl ? -1 : 1);
      put({ gap, depth: current.from.depth + Math.round(sideways / indent) });
      const speed =
        at.y < edge ? (at.y - edge) / edge : at.y > innerHeight - edge ? (at.y - innerHeight + edge) / edge : 0;
      if (speed !== 0) {
        scrollBy(0, speed * fastest);
        frame = requestAnimationFrame(follow);
      }
    };
    const move = (moved: globalThis.PointerEvent) => {
      at.x = moved.clientX;
      at.y = moved.clientY;
      if (!active && Math.hypot(at.x - start.x, at.y - start.y) >= threshold) {
        active = true;
        begin(line, false);
      }
      if (active && frame === 0) frame = requestAnimationFrame(follow);
    };
    const stop = (isDropped: boolean) => {
      cancelAnimationFrame(frame);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', cancel);
      document.removeEventListener('keydown', escape, true);
      if (active) finish(line, isDropped);
    };
    const up = () => {
      if (active) {
        cancelAnimationFrame(frame);
        follow();
      }
      stop(true);
    };
    const cancel = () => stop(false);
    const escape = (key: globalThis.KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      stop(false);
    };
    element.setPointerCapture(event.pointerId);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', cancel);
    document.addEventListener('keydown', escape, true);
  };

  const onKeyDown = (line: TreeLine) => (event: KeyboardEvent<HTMLElement>) => {
    const current = drag.current;
    if (!current) {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      begin(line, true);
      const initial = linesWithout(lines, line.id);
      announce('start', line.id, targetOf(initial.rest, initial.from));
      return;
    }
    const { spot } = current;
    const deeper = rtl ? 'ArrowLeft' : 'ArrowRight';
    const shallower = rtl ? 'ArrowRight' : 'ArrowLeft';
    const steps: Record<string, DropPosition> = {
      ArrowUp: { gap: spot.gap - 1, depth: spot.depth },
      ArrowDown: { gap: spot.gap + 1, depth: spot.depth },
      Home: { gap: 0, depth: 0 },
      End: { gap: current.rest.length, depth: 0 },
      [deeper]: { gap: spot.gap, depth: spot.depth + 1 },
      [shallower]: { gap: spot.gap, depth: spot.depth - 1 },
    };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      // Skips positions where the branch would be too deep.
      const towards = Math.sign(step.gap - spot.gap);
      const inside = (gap: number) => gap > 0 && gap < current.rest.length;
      let { gap } = step;
      if (towards !== 0) while (inside(gap) && !fits(current.rest, gap, current.height, maxLevels)) gap += towards;
      put({ gap, depth: step.depth });
      announce('over', line.id, targetOf(current.rest, current.spot));
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      finish(line, true);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault();
      event.stopPropagation();
      finish(line, false);
    }
  };

  return {
    mark,
    id: moving?.id ?? null,
    byKeyboard: moving?.byKeyboard ?? false,
    region: {
      onPointerDown: (event) => withLine(event, (line) => onPointerDown(line)(event)),
      onKeyDown: (event) => withLine(event, (line) => onKeyDown(line)(event)),
      onBlur: (event) =>
        withLine(event, (line) => {
          if (drag.current?.id === line.id && moving?.byKeyboard) finish(line, false);
        }),
    },
  };
}
