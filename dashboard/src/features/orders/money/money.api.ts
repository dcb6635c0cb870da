import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type Entry = Schema<'OrderEntry'>;
export type Refundable = Schema<'RefundableView'>;
export type RefundIn = SchemaIn<'RefundIn'>;
export type RefundPreview = Schema<'RefundPreview'>;
export type Refund = Schema<'RefundView'>;
export type ReturnPreviewIn = SchemaIn<'ReturnPreviewIn'>;
export type ReturnPreview = Schema<'ReturnPreview'>;
export type ReturnIn = SchemaIn<'ReturnIn'>;
export type ReturnReason = Schema<'ReturnReasonView'>;
export type ReturnReasonIn = SchemaIn<'ReturnReasonIn'>;
export type PaymentIn = SchemaIn<'OrderPaymentEntryIn'>;

/** The ledger entries of an order; its key is below the order's, so that every change invalidates it. */
export const entriesQuery = (id: string) => apiQuery('/orders/{id}/entries', { path: { id } });

export const returnsQuery = (id: string) => apiQuery('/orders/{id}/returns', { path: { id } });

export const refundableQuery = (id: string) => apiQuery('/orders/{id}/refundable', { path: { id } });

/** Preview of a refund; nothing is written. */
export const previewRefund = async (id: string, body: RefundIn, signal?: AbortSignal) =>
  (await api.post('/orders/{id}/refunds/preview', { path: { id }, body, reads: true, quiet: true, signal })).data;

/** Preview of a return's effect on the balance; nothing is written. */
export const previewReturn = async (id: string, body: ReturnPreviewIn, signal?: AbortSignal) =>
  (await api.post('/orders/{id}/returns/preview', { path: { id }, body, reads: true, quiet: true, signal })).data;

export const addPayment = (id: string, body: PaymentIn) =>
  api.post('/orders/{id}/payments', { path: { id }, body, quiet: true });
export const addRefund = async (id: string, body: RefundIn) =>
  (await api.post('/orders/{id}/refunds', { path: { id }, body, quiet: true })).data;
export const addReturn = (id: string, body: ReturnIn) =>
  api.post('/orders/{id}/returns', { path: { id }, body, quiet: true });

export const reasonsKey = ['return-reasons'] as const;
export const reasonsQuery = apiQuery('/return-reasons');
export const saveReason = (id: string | null, body: SchemaIn<'NewReturnReason'>) =>
  id
    ? api.put('/return-reasons/{id}', { path: { id }, body, form: true })
    : api.post('/return-reasons', { body, form: true });
export const changeReason = (reason: ReturnReason, body: ReturnReasonIn) =>
  api.put('/return-reasons/{id}', { path: { id: reason.id }, body: { ...body, version: reason.version } });
export const deleteReason = (id: string) => api.delete('/return-reasons/{id}', { path: { id } });

/** Locations that returns can be restocked at; a store has at most fifty. */
export type Place = Pick<Schema<'LocationView'>, 'id' | 'name' | 'is_active' | 'is_main'>;
export const placesQuery = queryOptions({
  queryKey: ['stock', 'locations'] as const,
  queryFn: async ({ signal }) => (await api.get('/stock-locations', { signal, quiet: true })).data,
});
