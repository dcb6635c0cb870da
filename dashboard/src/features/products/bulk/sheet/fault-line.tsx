import { useSyncExternalStore } from 'react';
import { useSheetText } from './i18n';
import type { SheetStore } from './sheet-store';
import classes from './sheet.module.css';

/** The error of the active cell, else the number of errors, else the keyboard hints. */
export function FaultLine({ store }: { store: SheetStore }) {
  const t = useSheetText();
  useSyncExternalStore(store.subscribe, store.version);
  const line = store.lines[store.active.row];
  const column = store.columns[store.active.col];
  const fault = line && column ? store.fault(line, column.key) : undefined;
  return (
    <div className={classes.status} role="status" data-bad={fault ? '' : undefined}>
      {fault ?? (store.faultCount > 0 ? t('faults', { count: store.faultCount }) : t('hint'))}
    </div>
  );
}
