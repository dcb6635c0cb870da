import type { Schema } from '@/shared/api/wire-schema';

/** An order in lists. Amounts are decimal strings in `currency`. */
export type OrderRow = Schema<'OrderRow'>;

/** The fields of an order that a short list shows. */
export type OrderBrief = Omit<
  OrderRow,
  | 'money'
  | 'tags'
  | 'assignee'
  | 'coupon_code'
  | 'has_waiting_receipt'
  | 'country'
  | 'is_first_order'
  | 'was_guest_order'
>;
