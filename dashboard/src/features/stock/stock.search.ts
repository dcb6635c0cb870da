import type { ListSpec } from '@/shared/table/list-search';

/** The list spec of movements: newest first, filtered by reason and location. */
export const movementsList: ListSpec = { filters: ['reason', 'location', 'product'], perPage: 20 };

/** The list spec of stock: search, filters and sorts of the products list. */
export const quantitiesList: ListSpec = {
  sort: 'name',
  ranked: true,
  sortable: ['name', 'stock', 'updated_at'],
  filters: ['stock', 'category'],
  perPage: 20,
};
