import { boxOf, type Geometry } from './geometry';
import type { SheetStore } from './sheet-store';
import classes from './sheet.module.css';

/** The chosen cells and the one that one stands on, drawn above the table, with what is wrong there. */
export function SheetSelection({
  store,
  geometry,
  isEditing,
  fault,
}: {
  store: SheetStore;
  geometry: Geometry;
  isEditing: boolean;
  /** What is wrong with the cell. */
  fault?: string;
}) {
  const { row, col } = store.active;
  return (
    <>
      <div className={classes.range} style={boxOf(store.range, geometry)}>
        {!isEditing && <span className={classes.handle} data-handle="" />}
      </div>
      <div className={classes.active} style={boxOf({ top: row, bottom: row, first: col, last: col }, geometry)}>
        {fault && !isEditing && (
          // Read out by the line below the table; the last rows have no room under them.
          <span className={classes.why} data-up={(row > 1 && row >= store.lines.length - 2) || undefined}>
            {fault}
          </span>
        )}
      </div>
    </>
  );
}
