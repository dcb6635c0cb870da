import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ListSearch } from '@/shared/table/list-search';
import { productParams } from '../../products.model';
import { allColumns, wireColumns } from './columns';
import { readSheet, type SheetQuery } from './sheet.api';
import { SheetStore } from './sheet-store';

/** Maximum of rows loaded automatically; more on demand. */
const mostLines = 5000;
/** Rows loaded on demand at a time. */
const moreLines = 1000;

function sheetParams(search: ListSearch & { ids?: string }): SheetQuery {
  // All columns are fetched at once: changing the choice needs no request.
  const all = wireColumns(allColumns);
  if (search.ids) return { ids: search.ids, columns: all };
  const { page: _page, per_page: _perPage, cursor: _cursor, sort: _sort, ...filter } = productParams(search);
  return { ...filter, columns: all };
}

/** The rows of a search, loaded page by page into a store of their own. */
export function useSheetRows(search: ListSearch & { ids?: string }) {
  const params = useMemo(() => sheetParams(search), [search]);
  const paramsKey = JSON.stringify(params);
  // Another search gets another store; with unsaved edits the search cannot change (`SheetFilters`).
  const [current, setCurrent] = useState(() => ({ paramsKey, store: new SheetStore() }));
  const { store } = current;
  useSyncExternalStore(store.subscribe, store.status);
  const [loading, setLoading] = useState(true);
  const [cursor, setCursor] = useState<string | null>(null);
  if (current.paramsKey !== paramsKey) {
    setCurrent({ paramsKey, store: new SheetStore() });
    setLoading(true);
    setCursor(null);
  }

  const load = useCallback(
    async (from: string | null, upTo: number, signal?: AbortSignal) => {
      let next: string | null = from;
      try {
        do {
          const page = await readSheet({ ...params, ...(next && { cursor: next }) }, signal);
          if (signal?.aborted) return;
          store.add(page.rows);
          next = page.next_cursor;
        } while (next && store.lines.length < upTo);
        setCursor(next);
      } catch {
        // The client has shown the error.
      } finally {
        if (!signal?.aborted) setLoading(false);
      }
    },
    [params, store],
  );
  useEffect(() => {
    const controller = new AbortController();
    // Starts after the first paint, which shows the loading state.
    const begin = setTimeout(() => void load(null, mostLines, controller.signal));
    return () => {
      clearTimeout(begin);
      controller.abort();
    };
  }, [load]);
  const more = () => {
    setLoading(true);
    void load(cursor, store.lines.length + moreLines);
  };
  return { store, loading, more: cursor && !loading ? more : null };
}

/** Refetches products: after a batch was undone. */
export async function rereadRows(store: SheetStore, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += 100) {
    const page = await readSheet({ ids: ids.slice(from, from + 100).join(','), columns: wireColumns(allColumns) });
    for (const row of page.rows) store.refresh(row);
  }
}
