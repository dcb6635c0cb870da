import { useVirtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, useMemo, useRef, useSyncExternalStore, type Ref } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { cellEditing } from './cell-editing';
import type { Column, Read, Value } from './columns';
import { boxOf, cellId, geometryOf, rowHeight } from './geometry';
import { gridKeys } from './grid-keys';
import { useSheetText } from './i18n';
import { SheetCaptions } from './sheet-captions';
import { sheetClipboard } from './sheet-clipboard';
import { Editor } from './sheet-editor';
import { SheetLine } from './sheet-line';
import { SheetSelection } from './sheet-selection';
import classes from './sheet.module.css';
import type { SheetStore } from './sheet-store';
import { useScrollToCell } from './use-scroll-to-cell';
import { useSheetPointer } from './use-sheet-pointer';

export interface GridHandle {
  focus: () => void;
}

/**
 * The cells: a virtualised ARIA grid. The selection is drawn above the cells, so moving it renders no cell; a keystroke
 * renders only the row it changes.
 */
export function SheetGrid({
  store,
  columnName,
  show,
  messageOf,
  onSave,
  ref,
}: {
  store: SheetStore;
  columnName: (column: Column) => string;
  /** Formats a cell's value. */
  show: (column: Column, value: Value) => string;
  /** The message for unparsable text. */
  messageOf: (read: Read) => string;
  onSave: () => void;
  ref?: Ref<GridHandle>;
}) {
  const t = useSheetText();
  const { language } = useLanguage();
  const rtl = language === 'ar';
  useSyncExternalStore(store.subscribe, store.version);
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const focus = () => grid.current?.focus({ preventScroll: true });
  useImperativeHandle(ref, () => ({ focus }));

  const { columns, lines } = store;
  const geometry = useMemo(() => geometryOf(columns), [columns]);
  const { width } = geometry;
  const { row, col } = store.active;
  const scroll = useScrollToCell({ row, col, geometry, isFilled: lines.length > 0, rtl });

  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoised
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });

  const { begin, commit, clear } = cellEditing({ store, show, messageOf, focus });
  const onKeyDown = gridKeys({ store, rtl, height: () => scroll.current?.clientHeight, begin, clear, onSave });

  const clipboard = sheetClipboard({ store, show, messageOf, clear });
  const pointer = useSheetPointer({
    store,
    geometry,
    rtl,
    scroll,
    body,
    focus,
  });

  const active = lines[row];
  const activeColumn = columns[col];
  const editing = store.editing !== null && active && activeColumn;
  const fault = active && activeColumn ? store.fault(active, activeColumn.key) : undefined;
  return (
    <div ref={scroll} className={classes.scroll}>
      <div
        className={classes.canvas}
        style={{ inlineSize: width, blockSize: rowHeight * (lines.length + 1) }}
        {...pointer.on}
        onDoubleClick={() => begin(null)}
      >
        <div
          ref={grid}
          role="grid"
          tabIndex={0}
          aria-label={t('grid')}
          aria-rowcount={lines.length + 1}
          aria-colcount={columns.length + 1}
          aria-multiselectable
          aria-activedescendant={lines.length > 0 ? cellId(row, col) : undefined}
          className={classes.grid}
          onKeyDown={onKeyDown}
          {...clipboard}
        >
          <SheetCaptions columns={columns} nameOf={columnName} />
          <div ref={body} role="rowgroup" className={classes.body}>
            {virtual.getVirtualItems().map((item) => {
              const line = lines[item.index];
              return line ? (
                <SheetLine
                  key={line.key}
                  index={item.index}
                  line={line}
                  store={store}
                  columns={columns}
                  show={show}
                  language={language}
                  active={item.index === row ? col : -1}
                />
              ) : null;
            })}
          </div>
        </div>
        <div className={classes.overlay} aria-hidden={!editing}>
          {lines.length > 0 && (
            <SheetSelection store={store} geometry={geometry} isEditing={Boolean(editing)} fault={fault} />
          )}
          <div ref={pointer.filler} className={classes.filler} />
          {editing && (
            <Editor
              key={`${row} ${col}`}
              column={activeColumn}
              label={`${columnName(activeColumn)} · ${textOf(active.product.title, language)}`}
              start={store.editing ?? { text: '', isTyped: false }}
              rtl={rtl}
              style={boxOf({ top: row, bottom: row, first: col, last: col }, geometry)}
              onDone={(text, step) => {
                commit(text);
                if (step) store.select({ row: store.active.row + step.rows, col: store.active.col + step.cols });
              }}
              onCancel={() => {
                store.edit(null);
                focus();
              }}
            />
          )}
        </div>
      </div>
    </div>
  );
}
