import { useEffect } from 'react';
import type { Page } from '../api/wire';
import { numberedPages } from './pager';
import type { ListState } from './use-list';

/** Leads a list that is past its end to its last page, and says that it is. */
export function useLastPage(list: ListState, page: Page<unknown> | undefined): boolean {
  // The last rows of the last page are gone, or the address names a page that never was.
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
