import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Params } from '../api/params';
import { isNarrowed, listParams, listSearch, type ListSearch, type ListSpec } from './list-search';

export interface ListState {
  spec: ListSpec;
  search: ListSearch;
  /** Ready for `resource.indexQuery(list.params)`. */
  params: Params;
  narrowed: boolean;
  /** Changes the URL. Anything but paging goes back to the first page; typing replaces the history entry. */
  set: (change: Partial<ListSearch>, options?: { replace?: boolean }) => void;
  /** Removes search and filters, keeps the order. */
  clear: () => void;
}

/** The state of a list, which lives in the URL and nowhere else: `const list = useList(ordersList);` */
export function useList(spec: ListSpec): ListState {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const search = useMemo(() => listSearch(spec)(raw), [raw, spec]);

  const set = useCallback<ListState['set']>(
    (change, options) => {
      const paging = Object.keys(change).every((name) => name === 'page' || name === 'cursor');
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => ({
          ...before,
          ...(paging ? {} : { page: undefined, cursor: undefined }),
          ...change,
        })) as never,
        replace: options?.replace,
        resetScroll: paging,
      });
    },
    [navigate],
  );

  const clear = useCallback(() => {
    set({ search: undefined, ...Object.fromEntries((spec.filters ?? []).map((name) => [name, undefined])) });
  }, [set, spec]);

  return {
    spec,
    search,
    params: useMemo(() => listParams(search, spec), [search, spec]),
    narrowed: isNarrowed(search, spec),
    set,
    clear,
  };
}
