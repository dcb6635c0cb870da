import type { ListSpec } from '@/shared/table/list-search';

export const customersList: ListSpec = {
  sort: '-created_at',
  sortable: ['created_at', 'name', 'total_spent', 'orders_count'],
  filters: [
    'city',
    'tag',
    'group',
    'consent',
    'blocked',
    'segment',
    'spent.gte',
    'spent.lte',
    'orders.gte',
    'orders.lte',
    'last_order.gte',
    'last_order.lte',
  ],
};
