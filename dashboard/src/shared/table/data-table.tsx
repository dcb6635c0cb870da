import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import {
  Activity,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useShared } from '../i18n/use-shared';
import { routerLink, type AppLink } from '../ui/app-link';
import { RowCheckbox } from '../ui/row-checkbox';
import { usePhoneScreen } from '../ui/use-phone-screen';
import classes from './data-table.module.css';
import { useIsListShown } from './kept-list';
import { RowAnchor } from './row-link';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The API's sort key, when the column can be sorted. */
  sort?: string;
  /** `number` aligns digits: amounts run left to right in both languages. */
  align?: 'start' | 'end' | 'center' | 'number';
  width?: number | string;
  /**
   * Position on a phone's card: `title` (first line, bold), `end` (beside it), `meta` (small line below), `hide`.
   * Without it the column is a `meta` line.
   */
  card?: 'title' | 'end' | 'meta' | 'hide';
}

export type RowLink = AppLink;

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The link of a row, if any. The first column becomes the link; a click anywhere else in the row follows it. */
  rowLink?: (row: Row) => RowLink | undefined;
  sort?: string;
  /** Undefined: the list's own sort again. */
  onSort?: (sort: string | undefined) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: Set<string>) => void;
  /** A menu at the end of the row. */
  rowActions?: (row: Row) => ReactNode;
  /** Number of skeleton rows while loading; undefined when loaded. */
  loadingRows?: number;
  /** Rows that arrived while the page was open: highlighted for a moment. */
  fresh?: ReadonlySet<string>;
}

/** The rows of the first paint: what a screen shows. */
const firstRows = 10;
const firstCards = 6;
/** About the height of one that is not rendered yet, in pixels. */
const rowHeight = 58;
const cardHeight = 90;

/** The table of every list. Cards on phones. Used through `ListPage`, or alone inside a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isPhone = usePhoneScreen();
  // The rows below the first screen follow in a render of their own, so that the first are seen sooner; in a list that
  // is shown again too.
  const first = isPhone ? firstCards : firstRows;
  const rendered = useDeferredValue(props.rows.length, first);
  const areAllShown = useDeferredValue(useIsListShown(), false);
  const painted = { first, rendered, areAllShown };
  return isPhone ? <Cards {...props} painted={painted} /> : <Rows {...props} painted={painted} />;
}

interface Painted {
  /** How many rows are rendered now, and whether those after the first are shown. */
  painted: { first: number; rendered: number; areAllShown: boolean };
}

/** The rows that are shown now. The others only take their room, which keeps the scroll position. */
function paintedRows<Row>(
  { first, rendered, areAllShown }: Painted['painted'],
  rows: readonly Row[],
  render: (row: Row) => ReactNode,
) {
  const count = areAllShown ? rendered : Math.min(first, rendered);
  return {
    hidden: Math.max(0, rows.length - count),
    elements: (
      <>
        {rows.slice(0, first).map(render)}
        <Activity mode={areAllShown ? 'visible' : 'hidden'}>{rows.slice(first, rendered).map(render)}</Activity>
      </>
    ),
  };
}

const alignments = { start: undefined, end: classes.end, center: classes.center, number: classes.number } as const;

/** Classes and no styles: each of a page's two hundred cells has it. */
const aligned = (align: Column<never>['align'] = 'start') => alignments[align];

function useOpenRow<Row>(rowLink: DataTableProps<Row>['rowLink']) {
  const navigate = useNavigate();
  return (row: Row) => (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    if (!rowLink || target.closest('a,button,input,label,[role=menu],[role=menuitem]')) return;
    if (window.getSelection()?.toString()) return;
    const to = rowLink(row);
    if (to) void navigate(routerLink(to));
  };
}

function toggled(selected: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Toggles a row's selection; a stable function for all rows and renders. */
function useToggle({ selected, onSelect }: Pick<DataTableProps<never>, 'selected' | 'onSelect'>) {
  const latest = useRef({ selected, onSelect });
  useEffect(() => {
    latest.current = { selected, onSelect };
  });
  return useCallback((id: string) => latest.current.onSelect?.(toggled(latest.current.selected ?? new Set(), id)), []);
}

interface LineProps {
  id: string;
  row: unknown;
  columns: readonly Column<unknown>[];
  rowLink?: (row: unknown) => RowLink | undefined;
  rowActions?: (row: unknown) => ReactNode;
  isSelected: boolean;
  isFresh: boolean;
  onToggle?: (id: string) => void;
}

/**
 * Memoised: a row renders when its own data changes, not with every count and checkbox of the page, if the page keeps
 * `columns`, `rowLink` and `rowActions` stable between renders.
 */
const Line = memo(function Line({ id, row, columns, rowLink, rowActions, isSelected, isFresh, onToggle }: LineProps) {
  const s = useShared();
  const open = useOpenRow(rowLink);
  const to = rowLink?.(row);
  return (
    <tr
      className={classes.row}
      data-row={id}
      data-selected={isSelected || undefined}
      data-fresh={isFresh || undefined}
      data-link={to ? true : undefined}
      onClick={open(row)}
    >
      {onToggle && (
        <td>
          <RowCheckbox label={s('list.selectRow')} checked={isSelected} onChange={() => onToggle(id)} />
        </td>
      )}
      {columns.map((column, place) => (
        <td key={column.key} className={aligned(column.align)}>
          {place === 0 && to ? <RowAnchor to={to}>{column.cell(row)}</RowAnchor> : column.cell(row)}
        </td>
      ))}
      {rowActions && <td className={classes.end}>{rowActions(row)}</td>}
    </tr>
  );
});

function Rows<Row>({
  label,
  columns,
  rows,
  rowId,
  rowLink,
  sort,
  onSort,
  selected,
  onSelect,
  rowActions,
  loadingRows,
  fresh,
  painted,
}: DataTableProps<Row> & Painted) {
  const s = useShared();
  const toggle = useToggle({ selected, onSelect });
  const ids = rows.map(rowId);
  const all = ids.length > 0 && ids.every((id) => selected?.has(id));
  const some = ids.some((id) => selected?.has(id));
  const { hidden, elements } = paintedRows(painted, rows, (row) => {
    const id = rowId(row);
    return (
      <Line
        key={id}
        id={id}
        row={row}
        columns={columns as readonly Column<unknown>[]}
        rowLink={rowLink as LineProps['rowLink']}
        rowActions={rowActions as LineProps['rowActions']}
        isSelected={selected?.has(id) ?? false}
        isFresh={fresh?.has(id) ?? false}
        onToggle={onSelect && toggle}
      />
    );
  });
  return (
    <div className={classes.scroll} style={{ paddingBlockEnd: hidden * rowHeight }}>
      <table
        style={{ minInlineSize: Math.min(columns.length * 120, 900) }}
        className={classes.table}
        aria-label={label}
        aria-busy={loadingRows !== undefined}
      >
        <thead>
          <tr>
            {onSelect && (
              <th style={{ inlineSize: 44 }}>
                <RowCheckbox
                  label={s('list.selectAll')}
                  checked={all}
                  isPartial={some && !all}
                  disabled={ids.length === 0}
                  onChange={() => onSelect(all ? new Set() : new Set([...(selected ?? []), ...ids]))}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                className={aligned(column.align)}
                style={column.width === undefined ? undefined : { inlineSize: column.width }}
                aria-sort={ariaSort(column, sort)}
              >
                {column.sort && onSort ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.header}
              </th>
            ))}
            {rowActions && (
              <th style={{ inlineSize: 56 }}>
                <span className={classes.hidden}>{s('list.rowActions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {loadingRows !== undefined
            ? Array.from({ length: loadingRows }, (_, index) => (
                <tr key={index} className={classes.row}>
                  {onSelect && (
                    <td>
                      <Skeleton height={18} width={18} />
                    </td>
                  )}
                  {columns.map((column, place) => (
                    <td key={column.key}>
                      <Skeleton height={12} width={`${50 + ((index * 7 + place * 13) % 40)}%`} />
                    </td>
                  ))}
                  {rowActions && (
                    <td>
                      <Skeleton height={12} width={18} />
                    </td>
                  )}
                </tr>
              ))
            : elements}
        </tbody>
      </table>
    </div>
  );
}

function ariaSort<Row>(column: Column<Row>, sort: string | undefined) {
  if (!column.sort) return undefined;
  if (sort === column.sort) return 'ascending' as const;
  return sort === `-${column.sort}` ? ('descending' as const) : ('none' as const);
}

/** Presses go from falling to rising, and back to the list's own sort. */
function SortButton<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort?: string;
  onSort: (sort: string | undefined) => void;
}) {
  const name = column.sort ?? column.key;
  const isAscending = sort === name;
  const down = sort === `-${name}`;
  const Icon = isAscending ? IconArrowUp : down ? IconArrowDown : IconArrowsSort;
  return (
    <UnstyledButton className={classes.sort} onClick={() => onSort(isAscending ? undefined : down ? name : `-${name}`)}>
      {column.header}
      <Icon size={14} aria-hidden style={{ opacity: isAscending || down ? 1 : 0.45 }} />
    </UnstyledButton>
  );
}

function Cards<Row>({
  label,
  columns,
  rows,
  rowId,
  rowLink,
  selected,
  onSelect,
  rowActions,
  loadingRows,
  fresh,
  painted,
}: DataTableProps<Row> & Painted) {
  const s = useShared();
  const open = useOpenRow(rowLink);
  const title = columns.find((column) => column.card === 'title') ?? columns[0];
  const end = columns.find((column) => column.card === 'end');
  const metas = columns.filter((column) => column !== title && column !== end && column.card !== 'hide');
  if (loadingRows !== undefined) {
    return (
      <div className={classes.cards} aria-busy="true">
        {Array.from({ length: Math.min(loadingRows, 6) }, (_, index) => (
          <div key={index} className={classes.card}>
            <Skeleton height={14} width="45%" mb={10} />
            <Skeleton height={10} width="70%" />
          </div>
        ))}
      </div>
    );
  }
  const { hidden, elements } = paintedRows(painted, rows, (row) => {
    const id = rowId(row);
    const to = rowLink?.(row);
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the title inside is the link for the keyboard
      <li
        key={id}
        className={classes.card}
        data-row={id}
        data-selected={selected?.has(id) || undefined}
        data-fresh={fresh?.has(id) || undefined}
        onClick={open(row)}
      >
        <div className={classes.cardTop}>
          {onSelect && (
            <RowCheckbox
              label={s('list.selectRow')}
              checked={selected?.has(id) ?? false}
              onChange={() => onSelect(toggled(selected ?? new Set(), id))}
            />
          )}
          <div className={classes.cardTitle}>
            {title && (to ? <RowAnchor to={to}>{title.cell(row)}</RowAnchor> : title.cell(row))}
          </div>
          {end && <div>{end.cell(row)}</div>}
          {rowActions?.(row)}
        </div>
        <div className={classes.cardMeta}>
          {metas.map((column) => (
            <div key={column.key} className={classes.metaItem}>
              {column.card !== 'meta' && (
                <Text span size="xs" c="dimmed">
                  {column.header}
                </Text>
              )}
              <div>{column.cell(row)}</div>
            </div>
          ))}
        </div>
      </li>
    );
  });
  return (
    <ul className={classes.cards} style={{ paddingBlockEnd: hidden * cardHeight }} aria-label={label}>
      {elements}
    </ul>
  );
}
