import type { Schema } from '@/shared/api/wire-schema';

/** An order as every list of orders gives it. Amounts are decimal strings in `currency`. */
export type OrderRow = Schema<'OrderRow'>;

/** As much of an order as a short list inside a card shows. */
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
