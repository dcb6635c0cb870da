import { useEffect } from 'react';
import type { Page } from '../api/wire';
import { numberedPages } from './pager';
import type { ListState } from './use-list';

/** Redirects a list beyond its end to its last page; returns whether it does. */
export function useLastPage(list: ListState, page: Page<unknown> | undefined): boolean {
  // The last page's rows were removed, or the address has a page that never existed.
  const isBeyondEnd =
    page !== undefined &&
    page.data.length === 0 &&
    (list.search.page !== undefined || list.search.cursor !== undefined);
  const lastPage = page ? numberedPages(page.meta) : 1;
  const { set } = list;
  useEffect(() => {
    if (isBeyondEnd) set({ page: lastPage > 1 ? lastPage : undefined, cursor: undefined }, { replace: true });
  }, [isBeyondEnd, lastPage, set]);
  return isBeyondEnd;
}
