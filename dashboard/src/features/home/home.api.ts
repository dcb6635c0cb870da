import { queryOptions } from '@tanstack/react-query';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';
import type { HomePeriod } from './home.search';

/** DB-01; amounts are decimal strings in the store's currency, days are the store's own. */
export type Summary = Omit<Schema<'HomeSummaryView'>, 'latest_orders'> & {
  /** The document types the statuses as plain text. */
  latest_orders: (Schema<'LatestOrderView'> & Pick<OrderRow, 'status' | 'payment_status' | 'currency'>)[] | null;
};
export type HomeFigures = Schema<'HomeFigures'>;

export const setupCodes = [
  'first_product',
  'product_image',
  'store_logo',
  'store_contact',
  'shipping',
  'payment',
  'tax_details',
  'first_order',
] as const;
export type SetupCode = (typeof setupCodes)[number];

export type Checklist = Omit<Schema<'ChecklistView'>, 'items'> & {
  items: (Schema<'ChecklistItem'> & { code: SetupCode })[];
};

export const summaryQuery = (days: HomePeriod) =>
  queryOptions({
    // Below the key that changes of orders, products and stock invalidate.
    queryKey: ['orders', 'home-summary', days],
    queryFn: async ({ signal }) => (await api.get('/home-summary', { query: { days }, signal })).data as Summary,
  });

export const checklistQuery = queryOptions({
  ...apiQuery('/setup-checklist'),
  select: (checklist) => checklist as Checklist,
});
