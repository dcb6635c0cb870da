import { queryOptions } from '@tanstack/react-query';
import { api, download } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type Receipt = Schema<'OrderReceipt'>;
export type AcceptIn = SchemaIn<'OrderReceiptAcceptIn'>;
export type RefuseIn = SchemaIn<'OrderReceiptRefuseIn'>;

/** The receipts of an order, newest first; the key is below the order's, so that every change invalidates it. */
export const receiptsQuery = (order: string) => apiQuery('/orders/{id}/receipts', { path: { id: order } });

export const receiptFile = (order: string, receipt: string) => () =>
  download('/orders/{id}/receipts/{receipt}/file', { path: { id: order, receipt } });

/** The receipt's picture: it needs the session, so it cannot be an `src` address. It never changes. */
export const pictureQuery = (order: string, receipt: string) =>
  queryOptions({
    queryKey: ['receipt-picture', receipt] as const,
    queryFn: async () => (await receiptFile(order, receipt)()).blob,
    staleTime: Infinity,
    gcTime: 300_000,
    retry: 1,
  });

export const acceptReceipt = (order: string, receipt: string, body: AcceptIn) =>
  api.put('/orders/{id}/receipts/{receipt}/accept', { path: { id: order, receipt }, body, form: true });

export const refuseReceipt = (order: string, receipt: string, body: RefuseIn) =>
  api.put('/orders/{id}/receipts/{receipt}/refuse', { path: { id: order, receipt }, body, form: true });
