import type { Address } from '@/modules/address/address';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { resource } from '@/shared/api/resource';
import type { ListSpec } from '@/shared/table/list-search';

/** A person who ordered (CU-01). `total_spent` leaves out what was cancelled or returned. */
export interface CustomerRow {
  id: string;
  name: string;
  /** E.164. */
  mobile: string | null;
  email: string | null;
  city: string;
  country: string;
  orders_count: number;
  total_spent: string;
  last_order_at: string | null;
  created_at: string;
}

export interface CustomerView extends CustomerRow {
  addresses: (Address & { id: string; used_at: string })[];
  latest_orders: OrderRow[];
}

export const customers = resource<CustomerRow, CustomerView>('customers');

export const customersList: ListSpec = {
  sort: '-created_at',
  sortable: ['created_at', 'name', 'total_spent', 'orders_count'],
};
