import type { Column } from './columns';
import { headWidth } from './geometry';
import { useSheetText } from './i18n';
import classes from './sheet.module.css';

/** The row of captions above the cells. */
export function SheetCaptions({ columns, nameOf }: { columns: readonly Column[]; nameOf: (column: Column) => string }) {
  const t = useSheetText();
  return (
    <div role="row" aria-rowindex={1} className={classes.captions}>
      <div role="columnheader" aria-colindex={1} className={classes.head} style={{ inlineSize: headWidth }}>
        {t('product')}
      </div>
      {columns.map((column, i) => (
        <div
          key={column.key}
          role="columnheader"
          aria-colindex={i + 2}
          className={classes.caption}
          data-kind={column.kind}
          style={{ inlineSize: column.width }}
        >
          {nameOf(column)}
        </div>
      ))}
    </div>
  );
}
