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
