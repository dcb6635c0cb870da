import type { ListSpec } from '@/shared/table/list-search';

/** What the list of coupons keeps in its URL (CP-01); apart, because routes are part of the first download. */
export const couponsList: ListSpec = {
  sort: '-created_at',
  sortable: ['created_at', 'name', 'code', 'usage_count', 'ends_at'],
  filters: ['state', 'discount_type', 'discount_segment', 'discount_usability'],
};
