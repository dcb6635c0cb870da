import type { Range } from './sheet-store';
import type { Column } from './columns';

/** Heights are all the same: a place in the sheet is a multiplication. */
export const rowHeight = 36;
/** Of the column with the products' names, which stays in sight. */
export const headWidth = 220;

export interface Geometry {
  /** Where each column begins, from the start side. */
  starts: readonly number[];
  columns: readonly Column[];
  /** Of everything, the first column too. */
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

/** Where a range of cells lies on the canvas, as styles. */
export function boxOf(range: Range, { starts, columns }: Geometry) {
  const last = columns[range.last];
  return {
    insetBlockStart: `${range.top * rowHeight}px`,
    blockSize: `${(range.bottom - range.top + 1) * rowHeight}px`,
    insetInlineStart: `${starts[range.first] ?? 0}px`,
    inlineSize: `${(starts[range.last] ?? 0) + (last?.width ?? 0) - (starts[range.first] ?? 0)}px`,
  };
}

/** The id of a cell, which the grid points at while it has the focus. */
export const cellId = (row: number, col: number) => `sheet-${row}-${col}`;
