import { queryOptions } from '@tanstack/react-query';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';

/** DB-01; amounts are decimal strings in the store's currency, days are the store's own. */
export interface Summary {
  orders_30d: number;
  sales_30d: string;
  orders_prev_30d: number;
  sales_prev_30d: string;
  waiting_orders: number;
  low_stock_products: number;
  daily: { date: string; orders: number; sales: string }[];
  latest_orders: OrderRow[];
}

export const setupCodes = [
  'first_product',
  'product_image',
  'store_logo',
  'store_contact',
  'shipping',
  'payment',
  'first_order',
] as const;
export type SetupCode = (typeof setupCodes)[number];

export interface Checklist {
  items: { code: SetupCode; is_done: boolean; path: string }[];
  done: number;
  total: number;
}

export const summaryQuery = queryOptions({
  queryKey: ['orders', 'home-summary'],
  queryFn: async ({ signal }) => (await api.get<One<Summary>>('/home-summary', { signal })).data,
});

export const checklistQuery = queryOptions({
  queryKey: ['setup-checklist'],
  queryFn: async ({ signal }) => (await api.get<One<Checklist>>('/setup-checklist', { signal })).data,
});
