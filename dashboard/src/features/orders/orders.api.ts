import { queryOptions } from '@tanstack/react-query';
import type { ActivityEntry } from '@/modules/activity-log/activity';
import { orderPageQuery } from '@/modules/order-brief/order-page.api';
import type { OrderStatus } from '@/modules/status-badge/order-status';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { BulkResult } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type OrderItem = Schema<'OrderItemView'>;

/** An order with all fields of its page (OR-02). */
export type OrderView = Schema<'OrderView'>;

/** `restock` only for CNCL and RTRN: all, none, or the lines to restock. */
export type StatusIn = SchemaIn<'OrderStatusIn'>;
export type PaymentStatusIn = SchemaIn<'OrderPaymentIn'>;

export const orders = resource('orders');

export const statusCountsQuery = apiQuery('/orders/status-counts');

/** The store's latest orders, whatever the list shows: used to detect new ones. */
export const newestQuery = queryOptions({
  queryKey: ['orders', 'newest'] as const,
  queryFn: ({ signal }) => api.get('/orders', { query: { sort: '-number', per_page: 20 }, signal, quiet: true }),
});

export const orderQuery = (id: string) => queryOptions({ ...orderPageQuery(id), select: ({ order }) => order });

export const activityQuery = (id: string) =>
  queryOptions({ ...orderPageQuery(id), select: ({ activity }) => activity as ActivityEntry[] });

/** The page shows the failures of these three, with their context. */
export const setStatus = async (id: string, body: StatusIn) =>
  (await api.put('/orders/{id}/status', { path: { id }, body, quiet: true })).data;
export const setPaymentStatus = async (id: string, body: PaymentStatusIn) =>
  (await api.put('/orders/{id}/payment-status', { path: { id }, body, quiet: true })).data;
/** The server accepts a hundred per call. */
export const setStatusOfMany = async (
  items: string[],
  status: OrderStatus,
  options: { restock?: boolean; step?: (done: number) => void } = {},
): Promise<BulkResult[]> => {
  const { restock, step } = options;
  const results: BulkResult[] = [];
  for (let from = 0; from < items.length; from += 100) {
    const body = { items: items.slice(from, from + 100), status, ...(restock !== undefined && { restock }) };
    results.push(...(await api.post('/orders/statusMany', { body, quiet: true })).data.results);
    step?.(results.length);
  }
  return results;
};

/** `visible`: the customer sees it on the order's page in the store. */
export const addComment = (id: string, note: string, visible: boolean) =>
  api.post('/orders/{id}/comments', { path: { id }, body: { note, is_visible: visible } });

export type OrderComment = Schema<'OrderCommentView'>;
/** The caller shows failures: on a conflict, the current comment. */
export const editComment = async (comment: OrderComment, note: string) =>
  (
    await api.put('/order-comments/{id}', {
      path: { id: comment.id },
      body: { note, version: comment.version },
      form: true,
    })
  ).data;
export const deleteComment = async (comment: OrderComment) =>
  (
    await api.delete('/order-comments/{id}', {
      path: { id: comment.id },
      body: { version: comment.version },
      quiet: true,
    })
  ).data;
export const mentionsKey = ['mentions'] as const;
/** Marks the comments of an order that mention the user as read. */
export const readMentions = (id: string) =>
  api.post('/orders/{id}/mentions/read', { path: { id }, quiet: true, background: true });

/** Members who can be mentioned in comments. */
export const mentionableQuery = queryOptions({
  ...apiQuery('/orders/mentionable-members', { quiet: true }),
  staleTime: 300_000,
});

/**
 * Query keys that every change of orders invalidates: lists, counts, the order itself, its customer, the menu's
 * counter.
 */
export const staleAfterChange = [orders.key, ['sync'], ['customers'], ['products'], ['setup-checklist']] as const;

export const paymentChoicesQuery = queryOptions({
  ...apiQuery('/payment-methods', { quiet: true }),
  staleTime: 300_000,
});
