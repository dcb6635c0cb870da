import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import type { ListQuery } from '../api/params';
import { useListSearch } from './kept-list';
import { isNarrowed, listParams, listSearch, type ListSearch, type ListSpec } from './list-search';

declare module '@tanstack/react-router' {
  interface HistoryState {
    trail?: readonly string[];
  }
}

export interface ListState {
  spec: ListSpec;
  search: ListSearch;
  /** API query for `resource.indexQuery(list.params)`. */
  params: ListQuery;
  narrowed: boolean;
  /**
   * The cursors of the previous pages, the nearest last ('' for a numbered page): used by "previous" beyond the page
   * numbers. It is stored in the history entry, so it survives a reload, and is empty when the address is opened
   * directly.
   */
  trail: readonly string[];
  /** Changes the search params. Any change but paging returns to the first page; typing replaces the history entry. */
  set: (change: Partial<ListSearch>, options?: { replace?: boolean; trail?: readonly string[] }) => void;
  /** Removes search and filters, keeps the sort, and the filter of the list's tabs where it is named. */
  clear: (tab?: string) => void;
}

const noTrail: readonly string[] = [];

/** The last search params of each list, so that a link back restores its filters. Kept until the page is closed. */
const last = new Map<ListSpec, ListSearch>();

export const lastSearch = (spec: ListSpec): ListSearch => last.get(spec) ?? {};

/** The state of a list, which lives in the URL and nowhere else: `const list = useList(ordersList);` */
export function useList(spec: ListSpec): ListState {
  const raw = useListSearch();
  const navigate = useNavigate();
  const trail = useLocation({ select: (location) => location.state.trail }) ?? noTrail;
  const search = useMemo(() => listSearch(spec)(raw), [raw, spec]);

  useEffect(() => void last.set(spec, search), [spec, search]);

  const set = useCallback<ListState['set']>(
    (change, options) => {
      const paging = Object.keys(change).every((name) => name === 'page' || name === 'cursor');
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({
          ...before,
          ...(paging ? {} : { page: undefined, cursor: undefined }),
          ...change,
        }),
        replace: options?.replace,
        state: { trail: options?.trail },
        resetScroll: paging,
      });
    },
    [navigate],
  );

  const clear = useCallback<ListState['clear']>(
    (tab) => {
      const names = (spec.filters ?? []).filter((name) => name !== tab);
      set({ search: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) });
    },
    [set, spec],
  );

  return {
    spec,
    search,
    trail,
    params: useMemo(() => listParams(search, spec), [search, spec]),
    narrowed: isNarrowed(search, spec),
    set,
    clear,
  };
}
