import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useSyncExternalStore,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { Column, Read, Value } from './columns';
import { boxOf, cellId, geometryOf, headWidth, rowHeight } from './geometry';
import { useSheetText } from './i18n';
import { keyOf } from './keys';
import { sheetClipboard } from './sheet-clipboard';
import { Editor } from './sheet-editor';
import { SheetLine } from './sheet-line';
import classes from './sheet.module.css';
import type { SheetStore } from './sheet-store';
import { useSheetPointer } from './use-sheet-pointer';

export interface GridHandle {
  focus: () => void;
}

/**
 * The cells: an ARIA grid of which only the rows in sight exist. The selection is drawn above the cells, so moving it
 * renders no cell; a keystroke wakes the one line it changes.
 */
export function SheetGrid({
  store,
  columnName,
  show,
  say,
  onSave,
  ref,
}: {
  store: SheetStore;
  columnName: (column: Column) => string;
  /** A cell as text. */
  show: (column: Column, value: Value) => string;
  /** Why a text is not one. */
  say: (read: Read) => string;
  onSave: () => void;
  ref?: Ref<GridHandle>;
}) {
  const t = useSheetText();
  const { language } = useLanguage();
  const rtl = language === 'ar';
  useSyncExternalStore(store.subscribe, store.version);
  const scroll = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => grid.current?.focus({ preventScroll: true }) }));

  const { columns, lines } = store;
  const geometry = useMemo(() => geometryOf(columns), [columns]);
  const { width } = geometry;

  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoised
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });

  const { row, col } = store.active;
  const isFilled = lines.length > 0;
  useEffect(() => {
    const place = scroll.current;
    const start = geometry.starts[col];
    const own = geometry.columns[col];
    if (!place || !isFilled || start === undefined || !own) return;
    // The captions and the first column cover what lies below them.
    const top = row * rowHeight;
    const seen = place.clientHeight - 2 * rowHeight;
    if (top < place.scrollTop) place.scrollTop = top;
    else if (top > place.scrollTop + seen) place.scrollTop = top - seen;
    // Scrolled from the start side, whichever that is.
    const from = Math.abs(place.scrollLeft);
    const sign = rtl ? -1 : 1;
    if (start - headWidth < from) place.scrollLeft = sign * (start - headWidth);
    else if (start + own.width > from + place.clientWidth) {
      place.scrollLeft = sign * (start + own.width - place.clientWidth);
    }
  }, [row, col, geometry, isFilled, rtl]);

  const commit = (text: string) => {
    const line = lines[store.active.row];
    const column = columns[store.active.col];
    if (line && column && text !== (store.unread(line, column.key) ?? show(column, store.value(line, column)))) {
      store.writeTexts([{ line, column, text }], say);
    }
    store.edit(null);
    grid.current?.focus({ preventScroll: true });
  };
  const begin = (typed: string | null) => {
    const line = lines[store.active.row];
    const column = columns[store.active.col];
    if (!line || !column || !store.mayEdit(line, column)) return;
    if (column.kind === 'flag' && typed === null) {
      store.write([{ line, column, value: !store.value(line, column) }]);
      return;
    }
    const text = typed ?? store.unread(line, column.key) ?? show(column, store.value(line, column));
    store.edit({ text, typed: typed !== null });
  };
  const clear = () => {
    const cells = store.cellsOf(store.range).flat();
    const emptied = cells.filter(({ column }) => column.kind !== 'flag');
    store.writeTexts(
      emptied.map((cell) => ({ ...cell, text: '' })),
      say,
    );
  };
  const move = (rows: number, cols: number, extend = false) =>
    store.select({ row: store.active.row + rows, col: store.active.col + cols }, extend);

  const onKeyDown = (event: KeyboardEvent) => {
    const act = keyOf(event, rtl);
    if (!act) return;
    if (act.do !== 'copy' && act.do !== 'paste') event.preventDefault();
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 400) / rowHeight) - 2);
    switch (act.do) {
      case 'move':
        if (act.far) {
          const target = { ...store.active };
          if (act.rows) target.row = act.rows > 0 ? lines.length - 1 : 0;
          if (act.cols) target.col = act.cols > 0 ? columns.length - 1 : 0;
          store.select(target, act.extend);
        } else move(act.rows, act.cols, act.extend);
        break;
      case 'page':
        move(act.rows * page, 0, act.extend);
        break;
      case 'edge':
        store.select(
          {
            row: act.far ? (act.end ? lines.length - 1 : 0) : store.active.row,
            col: act.end ? columns.length - 1 : 0,
          },
          act.extend,
        );
        break;
      case 'all':
        store.select({ row: 0, col: 0 });
        store.select({ row: lines.length - 1, col: columns.length - 1 }, true);
        break;
      case 'edit':
        begin(null);
        break;
      case 'type':
        begin(act.text);
        break;
      case 'clear':
        clear();
        break;
      case 'fillDown': {
        const { range } = store;
        store.fillRange({ ...range, bottom: range.top }, range);
        break;
      }
      case 'undo':
        store.undo();
        break;
      case 'redo':
        store.redo();
        break;
      case 'save':
        onSave();
        break;
      default:
        break;
    }
  };

  const clipboard = sheetClipboard({ store, show, say, clear });
  const pointer = useSheetPointer({
    store,
    geometry,
    rtl,
    scroll,
    body,
    focus: () => grid.current?.focus({ preventScroll: true }),
  });

  const active = lines[row];
  const activeColumn = columns[col];
  const editing = store.editing !== null && active && activeColumn;
  const why = active && activeColumn ? store.fault(active, activeColumn.key) : undefined;
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
                {columnName(column)}
              </div>
            ))}
          </div>
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
            <>
              <div className={classes.range} style={boxOf(store.range, geometry)}>
                {!editing && <span className={classes.handle} data-handle="" />}
              </div>
              <div className={classes.active} style={boxOf({ top: row, bottom: row, first: col, last: col }, geometry)}>
                {why && !editing && (
                  // Read out by the line below the table; the last rows have no room under them.
                  <span className={classes.why} data-up={(row > 1 && row >= lines.length - 2) || undefined}>
                    {why}
                  </span>
                )}
              </div>
            </>
          )}
          <div ref={pointer.filler} className={classes.filler} />
          {editing && (
            <Editor
              key={`${row} ${col}`}
              column={activeColumn}
              label={`${columnName(activeColumn)} · ${textOf(active.product.title, language)}`}
              start={store.editing ?? { text: '', typed: false }}
              rtl={rtl}
              style={boxOf({ top: row, bottom: row, first: col, last: col }, geometry)}
              onDone={(text, step) => {
                commit(text);
                if (step) move(step.rows, step.cols);
              }}
              onCancel={() => {
                store.edit(null);
                grid.current?.focus({ preventScroll: true });
              }}
            />
          )}
        </div>
      </div>
    </div>
  );
}
