import type { KeyboardEvent } from 'react';
import { fillRange } from './fill-range';
import { rowHeight } from './geometry';
import { keyOf } from './keys';
import type { SheetStore } from './sheet-store';

/** Keyboard handling of the grid: move, select, edit, fill, undo and save. */
export function gridKeys({
  store,
  rtl,
  height,
  begin,
  clear,
  onSave,
}: {
  store: SheetStore;
  rtl: boolean;
  /** Height of the viewport. */
  height: () => number | undefined;
  /** Opens the active cell with the typed text. */
  begin: (initialText: string | null) => void;
  clear: () => void;
  onSave: () => void;
}): (event: KeyboardEvent) => void {
  const { columns, lines } = store;
  const move = (rows: number, cols: number, extend = false) =>
    store.select({ row: store.active.row + rows, col: store.active.col + cols }, extend);
  return (event: KeyboardEvent) => {
    const act = keyOf(event, rtl);
    if (!act) return;
    if (act.do !== 'copy' && act.do !== 'paste') event.preventDefault();
    const page = Math.max(1, Math.floor((height() ?? 400) / rowHeight) - 2);
    switch (act.do) {
      case 'move':
        if (act.far) {
          const target = { ...store.active };
          if (act.rows) target.row = act.rows > 0 ? lines.length - 1 : 0;
          if (act.cols) target.col = act.cols > 0 ? columns.length - 1 : 0;
          store.select(target, act.extend);
        } else move(act.rows, act.cols, act.extend);
        break;
      case 'page':
        move(act.rows * page, 0, act.extend);
        break;
      case 'edge':
        store.select(
          {
            row: act.far ? (act.end ? lines.length - 1 : 0) : store.active.row,
            col: act.end ? columns.length - 1 : 0,
          },
          act.extend,
        );
        break;
      case 'all':
        store.select({ row: 0, col: 0 });
        store.select({ row: lines.length - 1, col: columns.length - 1 }, true);
        break;
      case 'edit':
        begin(null);
        break;
      case 'type':
        begin(act.text);
        break;
      case 'clear':
        clear();
        break;
      case 'fillDown': {
        const { range } = store;
        fillRange(store, { ...range, bottom: range.top }, range);
        break;
      }
      case 'undo':
        store.undo();
        break;
      case 'redo':
        store.redo();
        break;
      case 'save':
        onSave();
        break;
      default:
        break;
    }
  };
}
