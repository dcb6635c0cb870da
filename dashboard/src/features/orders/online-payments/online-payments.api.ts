import { queryOptions } from '@tanstack/react-query';
import { orderPageQuery } from '@/modules/order-brief/order-page.api';
import { api } from '@/shared/api/client';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type OnlinePayments = Schema<'OrderOnlinePayments'>;
export type PaymentAttempt = Schema<'PaymentAttempt'>;
export type PaymentTransaction = Schema<'PaymentTransaction'>;
export type OnlineRefund = Schema<'OnlineRefund'>;
export type PaymentCase = Schema<'PaymentCase'>;
export type OnlineRefundIn = SchemaIn<'OnlineRefundIn'>;

/** The online payments of an order, from its page's answer; null of an order that nobody tried to pay online. */
export const onlinePaymentsQuery = (id: string) =>
  queryOptions({ ...orderPageQuery(id), select: ({ online_payments }) => online_payments ?? null });

/** The payments that can be refunded through their gateway, newest first. */
export const refundableCharges = (payments: OnlinePayments | null | undefined): PaymentTransaction[] =>
  (payments?.transactions ?? []).filter((one) => one.refundable).toReversed();

/** Requests a refund through the gateway; the caller shows failures. */
export const addOnlineRefund = async (id: string, body: OnlineRefundIn) =>
  (await api.post('/orders/{id}/online-refunds', { path: { id }, body, quiet: true })).data;

/** Closes a case; the caller shows failures. */
export const closeCase = (id: string, note: string) =>
  api.post('/payment-cases/{id}/close', { path: { id }, body: { note }, quiet: true });
