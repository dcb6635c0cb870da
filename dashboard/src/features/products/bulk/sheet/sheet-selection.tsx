import { boxOf, type Geometry } from './geometry';
import type { SheetStore } from './sheet-store';
import classes from './sheet.module.css';

/** The selected cells and the active one, drawn above the table, with the active cell's error. */
export function SheetSelection({
  store,
  geometry,
  isEditing,
  fault,
}: {
  store: SheetStore;
  geometry: Geometry;
  isEditing: boolean;
  /** The error of the cell. */
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
          // Read out by the line below the table; the last rows show it above, having no room below.
          <span className={classes.why} data-up={(row > 1 && row >= store.lines.length - 2) || undefined}>
            {fault}
          </span>
        )}
      </div>
    </>
  );
}
