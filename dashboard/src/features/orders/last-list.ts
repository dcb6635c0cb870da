import type { ListSearch } from '@/shared/table/list-search';

/** How the list was last narrowed, so that the way back from an order leads to the same rows. Lives as long as the page. */
let last: ListSearch = {};

export const rememberList = (search: ListSearch): void => {
  last = search;
};
export const lastList = (): ListSearch => last;
