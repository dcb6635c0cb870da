import { memo, useSyncExternalStore } from 'react';
import { textOf } from '@/shared/i18n/texts';
import type { Column, Value } from './columns';
import { cellId, headWidth, rowHeight } from './geometry';
import { useSheetText } from './i18n';
import classes from './sheet.module.css';
import type { Line, SheetStore } from './sheet-store';

/** One row of the grid; memoised by its line. */
export const SheetLine = memo(function SheetLine({
  index,
  line,
  store,
  columns,
  show,
  language,
  active,
}: {
  index: number;
  line: Line;
  store: SheetStore;
  columns: readonly Column[];
  show: (column: Column, value: Value) => string;
  language: 'ar' | 'en';
  /** Column of the active cell, when it is in this row. */
  active: number;
}) {
  const t = useSheetText();
  useSyncExternalStore(store.subscribeLine(line.key), () => store.lineVersion(line.key));
  const name = textOf(line.product.title, language);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.line}
      data-variant={line.variant ? '' : undefined}
      data-conflict={store.conflicts.has(line.product.id) || undefined}
      style={{ transform: `translateY(${index * rowHeight}px)` }}
    >
      <div role="rowheader" aria-colindex={1} className={classes.head} style={{ inlineSize: headWidth }} title={name}>
        <bdi>{line.variant ? line.variant.option_values.join(' / ') : name}</bdi>
      </div>
      {columns.map((column, i) => {
        const fault = store.fault(line, column.key);
        const locked = !store.mayEdit(line, column);
        const value = store.value(line, column);
        const unread = store.unread(line, column.key);
        return (
          <div
            key={column.key}
            id={cellId(index, i)}
            role="gridcell"
            aria-colindex={i + 2}
            aria-selected={active === i}
            // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- a gridcell may be read only (ARIA 1.2)
            aria-readonly={locked || undefined}
            aria-invalid={fault ? true : undefined}
            className={classes.cell}
            data-kind={column.kind}
            data-edited={store.isEdited(line, column.key) || undefined}
            data-fault={fault ? '' : undefined}
            data-locked={locked || undefined}
            style={{ inlineSize: column.width }}
            title={fault}
          >
            {locked ? null : unread !== undefined ? (
              <bdi>{unread}</bdi>
            ) : column.kind === 'flag' ? (
              <span className={classes.flag} data-on={value ? '' : undefined}>
                {value ? t('yes') : t('no')}
              </span>
            ) : (
              <bdi>{show(column, value)}</bdi>
            )}
          </div>
        );
      })}
    </div>
  );
});
