import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useSyncExternalStore,
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
} from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { Column, Read, Value } from './columns';
import { Editor } from './sheet-editor';
import { keyOf } from './keys';
import { useSheetText } from './i18n';
import { geometryOf, headWidth, rowHeight, type Geometry } from './geometry';
import classes from './sheet.module.css';
import type { Line, Range, SheetStore } from './sheet-store';
import { readTsv, writeTsv } from './tsv';

export interface GridHandle {
  focus: () => void;
}

const cellId = (row: number, col: number) => `sheet-${row}-${col}`;

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
  const drag = useRef<{ kind: 'select' | 'fill'; from: Range; to: Range } | null>(null);
  useImperativeHandle(ref, () => ({ focus: () => grid.current?.focus({ preventScroll: true }) }));

  const { columns, lines } = store;
  const geometry = useMemo(() => geometryOf(columns), [columns]);
  const { starts, width } = geometry;

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
    if (line && column && text !== show(column, store.value(line, column))) {
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
    store.edit({ text: typed ?? show(column, store.value(line, column)), typed: typed !== null });
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

  const onCopy = (event: ClipboardEvent) => {
    if (store.editing) return;
    event.preventDefault();
    const rows = store
      .cellsOf(store.range)
      .map((cells) => cells.map(({ line, column }) => show(column, store.value(line, column))));
    event.clipboardData.setData('text/plain', writeTsv(rows));
    if (event.type === 'cut') clear();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (store.editing) return;
    event.preventDefault();
    const rows = readTsv(event.clipboardData.getData('text/plain'));
    const { range } = store;
    const height = rows.length;
    const across = Math.max(...rows.map((cells) => cells.length));
    // One cell fills the whole selection; a block fills it as often as it fits.
    const tall = Math.max(height, Math.floor((range.bottom - range.top + 1) / height) * height);
    const wide = Math.max(across, Math.floor((range.last - range.first + 1) / across) * across);
    const cells = [];
    for (let i = 0; i < tall; i += 1) {
      for (let j = 0; j < wide; j += 1) {
        const line = lines[range.top + i];
        const column = columns[range.first + j];
        const text = rows[i % height]?.[j % across];
        if (line && column && text !== undefined) cells.push({ line, column, text });
      }
    }
    store.writeTexts(cells, say);
    store.select({ row: range.top, col: range.first });
    store.select({ row: range.top + tall - 1, col: range.first + wide - 1 }, true);
  };

  // ---- pointer ----------------------------------------------------------------------------------------------------

  const placeOf = (event: PointerEvent) => {
    const box = body.current?.getBoundingClientRect();
    if (!box) return null;
    const along = rtl ? box.right - event.clientX : event.clientX - box.left;
    let at = columns.findIndex((column, i) => along < (starts[i] ?? 0) + column.width);
    if (at < 0) at = columns.length - 1;
    return {
      row: Math.floor((event.clientY - box.top) / rowHeight),
      col: at,
      inHead: along - Math.abs(scroll.current?.scrollLeft ?? 0) < headWidth,
    };
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const place = placeOf(event);
    if (!place || place.row < 0 || place.row >= lines.length) return;
    const onHandle = (event.target as HTMLElement).dataset.handle !== undefined;
    if (!onHandle && (event.target as HTMLElement).closest('input')) return;
    grid.current?.focus({ preventScroll: true });
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    if (onHandle) drag.current = { kind: 'fill', from: store.range, to: store.range };
    else if (place.inHead) {
      store.select({ row: place.row, col: columns.length - 1 });
      store.select({ row: place.row, col: 0 }, true);
    } else {
      store.select(place, event.shiftKey);
      drag.current = { kind: 'select', from: store.range, to: store.range };
    }
  };
  const filler = useRef<HTMLDivElement>(null);
  const onPointerMove = (event: PointerEvent) => {
    const place = drag.current && placeOf(event);
    if (!place || !drag.current) return;
    if (drag.current.kind === 'select') {
      if (place.row !== store.active.row || place.col !== store.active.col) store.select(place, true);
      return;
    }
    const { from } = drag.current;
    const to = { ...from };
    const down = Math.max(place.row - from.bottom, from.top - place.row, 0);
    const aside = Math.max(place.col - from.last, from.first - place.col, 0);
    if (down >= aside) {
      to.top = Math.max(0, Math.min(from.top, place.row));
      to.bottom = Math.min(lines.length - 1, Math.max(from.bottom, place.row));
    } else {
      to.first = Math.max(0, Math.min(from.first, place.col));
      to.last = Math.max(from.last, place.col);
    }
    drag.current.to = to;
    if (filler.current) Object.assign(filler.current.style, boxOf(to, geometry), { display: 'block' });
  };
  const onPointerUp = () => {
    const done = drag.current;
    drag.current = null;
    if (filler.current) filler.current.style.display = 'none';
    if (done?.kind !== 'fill') return;
    store.fillRange(done.from, done.to);
    store.select({ row: done.to.top, col: done.to.first });
    store.select({ row: done.to.bottom, col: done.to.last }, true);
  };

  const active = lines[row];
  const activeColumn = columns[col];
  const editing = store.editing !== null && active && activeColumn;
  return (
    <div ref={scroll} className={classes.scroll}>
      <div
        className={classes.canvas}
        style={{ inlineSize: width, blockSize: rowHeight * (lines.length + 1) }}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
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
          onCopy={onCopy}
          onCut={onCopy}
          onPaste={onPaste}
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
              <div
                className={classes.active}
                style={boxOf({ top: row, bottom: row, first: col, last: col }, geometry)}
              />
            </>
          )}
          <div ref={filler} className={classes.filler} />
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

function boxOf(range: Range, { starts, columns }: Geometry) {
  const last = columns[range.last];
  return {
    insetBlockStart: `${range.top * rowHeight}px`,
    blockSize: `${(range.bottom - range.top + 1) * rowHeight}px`,
    insetInlineStart: `${starts[range.first] ?? 0}px`,
    inlineSize: `${(starts[range.last] ?? 0) + (last?.width ?? 0) - (starts[range.first] ?? 0)}px`,
  };
}

const SheetLine = memo(function SheetLine({
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
  /** The column of the active cell, when it is in this line. */
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
            {locked ? null : column.kind === 'flag' ? (
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
