import { listSearch, type ListSearch, type ListSpec } from '@/shared/table/list-search';

/** ME-01: the list spec of the library; the page size fills a wide screen's grid. */
export const mediaList: ListSpec = {
  sort: '-created_at',
  sortable: ['created_at', 'size'],
  filters: ['used', 'without_alt', 'type'],
  perPage: 50,
};

/** The grid is the default and has no search param. */
export const mediaSearch = (raw: Record<string, unknown>): ListSearch => ({
  ...listSearch(mediaList)(raw),
  ...(raw.view === 'list' ? { view: 'list' } : {}),
});

export const mediaTypes = ['jpeg', 'png', 'gif', 'webp'] as const;

export const mediaSorts = [
  ['-created_at', 'sort.newest'],
  ['created_at', 'sort.oldest'],
  ['-size', 'sort.largest'],
  ['size', 'sort.smallest'],
] as const;

/** Display name of a content type: `image/jpeg` is "JPEG". */
export const typeName = (contentType: string): string => contentType.replace('image/', '').toUpperCase();
