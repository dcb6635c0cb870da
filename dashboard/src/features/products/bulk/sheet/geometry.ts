import type { Range } from './sheet-store';
import type { Column } from './columns';

/** All rows have the same height: a row's position is a multiplication. */
export const rowHeight = 36;
/** Width of the sticky column with the products' names. */
export const headWidth = 220;

export interface Geometry {
  /** Start position of each column, from the start side. */
  starts: readonly number[];
  columns: readonly Column[];
  /** Total width, with the first column. */
  width: number;
}

export function geometryOf(columns: readonly Column[]): Geometry {
  const starts: number[] = [];
  let width = headWidth;
  for (const column of columns) {
    starts.push(width);
    width += column.width;
  }
  return { starts, columns, width };
}

/** Position of a range of cells, as CSS styles. */
export function boxOf(range: Range, { starts, columns }: Geometry) {
  const last = columns[range.last];
  return {
    insetBlockStart: `${range.top * rowHeight}px`,
    blockSize: `${(range.bottom - range.top + 1) * rowHeight}px`,
    insetInlineStart: `${starts[range.first] ?? 0}px`,
    inlineSize: `${(starts[range.last] ?? 0) + (last?.width ?? 0) - (starts[range.first] ?? 0)}px`,
  };
}

/** Id of a cell, for `aria-activedescendant` of the focused grid. */
export const cellId = (row: number, col: number) => `sheet-${row}-${col}`;
