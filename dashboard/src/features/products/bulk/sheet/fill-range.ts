import type { Column, Value } from './columns';
import type { Line, Range, SheetStore } from './sheet-store';

/** Fills a longer range by repeating the cells of the selection. */
export function fillRange(store: SheetStore, from: Range, to: Range): void {
  const cells: { line: Line; column: Column; value: Value }[] = [];
  const height = from.bottom - from.top + 1;
  const width = from.last - from.first + 1;
  const modulo = (n: number, length: number) => ((n % length) + length) % length;
  for (let row = to.top; row <= to.bottom; row += 1) {
    for (let col = to.first; col <= to.last; col += 1) {
      if (row >= from.top && row <= from.bottom && col >= from.first && col <= from.last) continue;
      const source = store.lines[from.top + modulo(row - from.top, height)];
      const pattern = store.columns[from.first + modulo(col - from.first, width)];
      const line = store.lines[row];
      const column = store.columns[col];
      if (!source || !pattern || !line || !column || pattern.kind !== column.kind) continue;
      cells.push({ line, column, value: store.value(source, pattern) });
    }
  }
  store.write(cells);
}
