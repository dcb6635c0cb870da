import { listSearch, type ListSearch, type ListSpec } from '@/shared/table/list-search';

/** ME-01: the list of the library; two thirds of a hundred fill a wide screen's grid. */
export const mediaList: ListSpec = {
  sort: '-created_at',
  sortable: ['created_at', 'size'],
  filters: ['used', 'without_alt', 'type'],
  perPage: 50,
};

/** The grid needs no word in the address. */
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

/** `image/jpeg` as people call it. */
export const typeName = (contentType: string): string => contentType.replace('image/', '').toUpperCase();
