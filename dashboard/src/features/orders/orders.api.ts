import { queryOptions } from '@tanstack/react-query';
import type { ActivityEntry } from '@/modules/activity-log/activity';
import type { OrderRow } from '@/modules/order-brief/order-row';
import type { OrderStatus } from '@/modules/status-badge/order-status';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { BulkAnswer, BulkResult, One, Page } from '@/shared/api/wire';
import type { StatusCounts } from './orders.model';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type OrderItem = Schema<'OrderItemView'>;

/** An order with everything its page shows (OR-02). */
export type OrderView = Schema<'OrderView'>;

/** `restock` only for CNCL and RTRN: which goods go back to stock, all, none, or those of some lines. */
export type StatusIn = SchemaIn<'OrderStatusIn'>;
export type PaymentStatusIn = SchemaIn<'OrderPaymentIn'>;

export const orders = resource<OrderRow, OrderView>('orders');

export const statusCountsQuery = queryOptions({
  queryKey: ['orders', 'status-counts'] as const,
  queryFn: async ({ signal }) => (await api.get<One<StatusCounts>>('/orders/status-counts', { signal })).data,
});

/** The latest orders of the store, whatever the list shows: how the page knows that new ones came. */
export const newestQuery = queryOptions({
  queryKey: ['orders', 'newest'] as const,
  queryFn: ({ signal }) =>
    api.get<Page<OrderRow>>('/orders', { params: { sort: '-number', per_page: 20 }, signal, quiet: true }),
});

export const activityQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id, 'activity'] as const,
    queryFn: async ({ signal }) =>
      (await api.get<One<ActivityEntry[]>>(`/orders/${encodeURIComponent(id)}/activity`, { signal })).data,
  });

/** Failures of these three are told by the page, which knows what was tried. */
export const setStatus = async (id: string, body: StatusIn) =>
  (await api.put<One<OrderView>>(`/orders/${encodeURIComponent(id)}/status`, body, { quiet: true })).data;
export const setPaymentStatus = async (id: string, body: PaymentStatusIn) =>
  (await api.put<One<OrderView>>(`/orders/${encodeURIComponent(id)}/payment-status`, body, { quiet: true })).data;
/** The server takes a hundred at a time. */
export const setStatusOfMany = async (
  items: string[],
  status: OrderStatus,
  options: { restock?: boolean; step?: (done: number) => void } = {},
): Promise<BulkResult[]> => {
  const { restock, step } = options;
  const results: BulkResult[] = [];
  for (let from = 0; from < items.length; from += 100) {
    const body = { items: items.slice(from, from + 100), status, ...(restock !== undefined && { restock }) };
    results.push(...(await api.post<BulkAnswer>('/orders/statusMany', body, { quiet: true })).data.results);
    step?.(results.length);
  }
  return results;
};

/** `visible`: the customer sees it on the order's page in the store. */
export const addComment = (id: string, note: string, visible: boolean) =>
  orders.createChild<ActivityEntry>(id, 'comments', { note, is_visible: visible });

export type OrderComment = Schema<'OrderCommentView'>;
/** Failures are told by whoever edits: a stale one brings the comment as it reads now. */
export const editComment = async (comment: OrderComment, note: string) =>
  (
    await api.put<One<OrderComment>>(
      `/order-comments/${comment.id}`,
      { note, version: comment.version },
      { form: true },
    )
  ).data;
export const deleteComment = async (comment: OrderComment) =>
  (await api.delete<One<OrderComment>>(`/order-comments/${comment.id}`, { version: comment.version }, { quiet: true }))
    .data;
export const mentionsKey = ['mentions'] as const;
/** The comments of an order that name the caller have been seen. */
export const readMentions = (id: string) =>
  api.post<unknown>(`/orders/${encodeURIComponent(id)}/mentions/read`, undefined, { quiet: true, background: true });

/** Members who can be named in comments. */
export const mentionableQuery = queryOptions({
  queryKey: ['orders', 'mentionable'] as const,
  queryFn: async ({ signal }) =>
    (await api.get<One<Schema<'MentionableMember'>[]>>('/orders/mentionable-members', { signal, quiet: true })).data,
  staleTime: 300_000,
});

/** What every change to orders makes stale: lists, counts, the order itself, its customer, the menu's counter. */
export const staleAfterChange = [orders.key, ['sync'], ['customers'], ['products'], ['setup-checklist']] as const;

/** One payment method, as far as a filter needs it. */
export type PaymentChoice = Pick<Schema<'PaymentMethodView'>, 'provider' | 'name'>;
export const paymentChoicesQuery = queryOptions({
  queryKey: ['payment-methods', 'index', {}] as const,
  queryFn: ({ signal }) => api.get<{ data: PaymentChoice[] }>('/payment-methods', { signal, quiet: true }),
  staleTime: 300_000,
});
