import { Button, Card, Group } from '@mantine/core';
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useCallback, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import type { ApiError } from '../api/error';
import type { PageQuery } from '../api/query';
import type { Page } from '../api/wire';
import { useShared } from '../i18n/use-shared';
import type { HeaderAction } from '../ui/header-actions';
import { PageHeader } from '../ui/page';
import { useDelayed } from '../ui/use-delayed';
import type { BulkAction } from './bulk-bar';
import { BulkHost } from './bulk-host';
import { DataTable, type Column, type RowLink } from './data-table';
import { ListSearchBox } from './filters';
import classes from './list-page.module.css';
import { ListEmpty, type EmptyList } from './list-empty';
import { useIsKept } from './kept-list';
import { ListFailure } from './list-failure';
import { ListTabs, type ListTabsSpec } from './list-tabs';
import { Pager } from './pager';
import { isNarrowedBeside, matchingOf } from './list-search';
import { useLastPage } from './use-last-page';
import type { ListState } from './use-list';
import { useListKeys } from './use-list-keys';
import { useReturnFocus } from './use-return-focus';
import { useSelection } from './use-selection';
import { lazyDialog } from '../ui/lazy-part';

// Loaded only when the shortcuts are shown.
const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog'));

export interface ListPageProps<Row> {
  title: string;
  /** Below the header and the tabs of its area: the title only labels the table. */
  isTab?: boolean;
  subtitle?: string;
  /** Target of the back arrow, for a child list. */
  back?: ComponentProps<typeof PageHeader>['back'];
  /** The main action of the header, and further ones. */
  actions?: ReactNode;
  more?: readonly HeaderAction[];
  list: ListState;
  /** From `resource.indexQuery(list.params)`. */
  query: PageQuery<Row>;
  columns: readonly Column<Row>[];
  rowId?: (row: Row) => string;
  /** The name of a row in reports of bulk actions. */
  rowName?: (row: Row) => string;
  rowLink?: (row: Row) => RowLink | undefined;
  rowActions?: (row: Row) => ReactNode;
  /** Tabs over one filter, with counts. */
  tabs?: ListTabsSpec;
  searchPlaceholder?: string;
  /** `<ListFilter …/>` elements; of a tab also its note and actions. */
  filters?: ReactNode;
  bulk?: readonly BulkAction[];
  empty: EmptyList;
  /** Rendered above the card: a notice, a summary. */
  before?: ReactNode;
  /** Rows that arrived while the page was open: highlighted for a moment. */
  fresh?: ReadonlySet<string>;
  /** Renders the rows in another way than a table: pictures in a grid. */
  show?: (rows: readonly Row[], selected: ReadonlySet<string>, onSelect: (selected: Set<string>) => void) => ReactNode;
}

/**
 * The page of every list: header, tabs with counts, search and filters (all in the URL), table or cards, bulk bar,
 * pages, and the four states. Keys: j/k or the arrows move, Enter opens, x selects, / searches, ? shows the shortcuts.
 * A child route (a `RoutedDrawer`) is rendered above it.
 *
 * ```tsx
 * const list = useList(couponsList);
 * return <ListPage title={t('title')} list={list} query={coupons.indexQuery(list.params)} columns={columns}
 *   searchPlaceholder={t('search')} empty={{ title: t('empty'), action: <Button …/> }} />;
 * ```
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const {
    title,
    subtitle,
    back,
    actions,
    more,
    list,
    columns,
    rowLink,
    rowActions,
    tabs,
    searchPlaceholder,
    filters,
    bulk,
    empty,
    before,
    fresh,
  } = props;
  const rowId = props.rowId ?? ((row: Row) => (row as { id: string }).id);
  const s = useShared();
  const isKept = useIsKept();
  const query = useQuery<Page<Row>, ApiError>({
    ...(props.query as UseQueryOptions<Page<Row>, ApiError>),
    placeholderData: keepPreviousData,
  });
  const scope = JSON.stringify(matchingOf(list.params));
  const [selected, setSelected] = useSelection(scope);
  const place = useRef<HTMLDivElement>(null);
  const [help, setHelp] = useState(false);
  const showHelp = useCallback(() => setHelp(true), []);
  useListKeys(place, bulk && setSelected, showHelp);
  const late = useDelayed(query.isPending);
  const refreshing = useDelayed(query.isPlaceholderData);

  const page = query.data;
  const rows = page?.data ?? [];
  useReturnFocus(place, rows.length > 0);
  const isBeyondEnd = useLastPage(list, query.isPlaceholderData ? undefined : page);
  const nameOf = (id: string) => {
    const row = rows.find((candidate) => rowId(candidate) === id);
    return row && props.rowName ? props.rowName(row) : id;
  };

  const all = page && {
    rows: rows.map(rowId),
    count: page.meta.total,
    isCapped: page.meta.is_total_capped === true,
    scope,
  };

  // The open tab is where one is, and no filter to be cleared.
  const tab = tabs?.filter;
  const isNarrowed = isNarrowedBeside(list.search, list.spec, tab);
  const clearFilters = () => list.clear(tab);
  const isEmpty = page !== undefined && rows.length === 0;

  const body = () => {
    if (query.error && !page) {
      return <ListFailure list={list} error={query.error} onRetry={() => void query.refetch()} />;
    }
    if (query.isPending) {
      return late ? (
        <DataTable
          label={title}
          columns={columns}
          rows={[]}
          rowId={rowId}
          loadingRows={8}
          onSelect={bulk && (() => {})}
          rowActions={rowActions && (() => null)}
        />
      ) : (
        <div className={classes.hold} />
      );
    }
    if (isBeyondEnd) return <div className={classes.hold} />;
    if (isEmpty) return <ListEmpty list={list} empty={empty} isNarrowed={isNarrowed} onClear={clearFilters} />;
    return (
      <div className={classes.body} data-refreshing={refreshing || undefined}>
        {props.show ? (
          props.show(rows, selected, setSelected)
        ) : (
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            rowId={rowId}
            rowLink={rowLink}
            rowActions={rowActions}
            sort={list.search.sort ?? list.spec.sort}
            onSort={(sort) => list.set({ sort: sort === list.spec.sort ? undefined : sort })}
            selected={selected}
            onSelect={bulk ? setSelected : undefined}
            fresh={fresh}
          />
        )}
        {page && <Pager list={list} meta={page.meta} />}
      </div>
    );
  };

  return (
    <>
      {!props.isTab && <PageHeader title={title} subtitle={subtitle} back={back} more={more} actions={actions} />}
      {before}
      <Card padding={0} ref={place}>
        {tabs && <ListTabs list={list} {...tabs} />}
        {(searchPlaceholder || filters) && (
          <Group gap={8} p={{ base: 12, sm: 14 }} className={classes.filters}>
            {searchPlaceholder && <ListSearchBox list={list} placeholder={searchPlaceholder} />}
            {filters}
            {isNarrowed && !isEmpty && (
              <Button variant="subtle" size="sm" onClick={clearFilters}>
                {s('list.clearFilters')}
              </Button>
            )}
          </Group>
        )}
        {body()}
      </Card>
      {bulk && <BulkHost selected={selected} onSelect={setSelected} actions={bulk} nameOf={nameOf} all={all} />}
      {help && (
        <Suspense fallback={null}>
          <ShortcutsDialog
            more={(bulk ?? []).flatMap(({ shortcut, label }) =>
              shortcut ? [{ keys: [shortcut.toUpperCase()], label }] : [],
            )}
            onClose={() => setHelp(false)}
          />
        </Suspense>
      )}
      {!isKept && <Outlet />}
    </>
  );
}
