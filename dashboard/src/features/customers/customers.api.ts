import { resource } from '@/shared/api/resource';
import type { ListSpec } from '@/shared/table/list-search';
import type { Schema } from '@/shared/api/wire-schema';

/** A person who ordered (CU-01). `total_spent` leaves out what was cancelled or returned. */
export type CustomerRow = Schema<'CustomerRow'>;

export type CustomerView = Schema<'CustomerView'>;

export const customers = resource<CustomerRow, CustomerView>('customers');

export const customersList: ListSpec = {
  sort: '-created_at',
  sortable: ['created_at', 'name', 'total_spent', 'orders_count'],
};
