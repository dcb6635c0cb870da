import type { ListSpec } from '@/shared/table/list-search';

/** The list spec of coupons (CP-01); in a file of its own, because routes are part of the first download. */
export const couponsList: ListSpec = {
  sort: '-created_at',
  sortable: ['created_at', 'name', 'code', 'usage_count', 'ends_at'],
  filters: ['state', 'discount_type', 'discount_segment', 'discount_usability'],
};
