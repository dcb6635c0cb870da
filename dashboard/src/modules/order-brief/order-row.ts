import type { OrderStatus, PaymentStatus } from '../status-badge/order-status';

/** An order as every list of orders gives it. Amounts are decimal strings in `currency`. */
export interface OrderRow {
  id: string;
  /** What people call it by, from 1001 in each store. */
  number: number;
  status: OrderStatus;
  payment_status: PaymentStatus;
  customer_name: string;
  /** E.164. */
  mobile: string;
  city: string;
  items_count: number;
  total: string;
  currency: string;
  payment_provider: string;
  shipping_provider: string;
  created_at: string;
  version: number;
  seq: number;
}
