import type { ListSpec } from '@/shared/table/list-search';

/** The list of movements: newest first, by reason and place. */
export const movementsList: ListSpec = { filters: ['reason', 'location', 'product'], perPage: 20 };

/** The list of quantities: as the list of products is searched, filtered and sorted. */
export const quantitiesList: ListSpec = {
  sort: 'name',
  ranked: true,
  sortable: ['name', 'stock', 'updated_at'],
  filters: ['stock', 'category'],
  perPage: 20,
};
