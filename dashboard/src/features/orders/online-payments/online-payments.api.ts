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

/** Cases of money that may have come and is not booked. */
const recordedByHand: readonly PaymentCase['kind'][] = ['amount_differs', 'currency_differs', 'account_differs'];

/** Whether what the gateway reported in a case is recorded by the merchant. */
export const isRecordedByHand = (one: PaymentCase): boolean => recordedByHand.includes(one.kind);

/** Whether an attempt has a case that nobody has closed. */
export const isInReview = (payments: OnlinePayments, attempt: PaymentAttempt): boolean =>
  payments.cases.some((one) => !one.closed_at && one.attempt_id === attempt.id);

/** Requests a refund through the gateway; the caller shows failures. */
export const addOnlineRefund = async (id: string, body: OnlineRefundIn) =>
  (await api.post('/orders/{id}/online-refunds', { path: { id }, body, quiet: true })).data;

/** Closes a case; the caller shows failures. */
export const closeCase = (id: string, note: string) =>
  api.post('/payment-cases/{id}/close', { path: { id }, body: { note }, quiet: true });
