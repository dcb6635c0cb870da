import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import { orders } from '../orders.api';

export type Entry = Schema<'OrderEntry'>;
export type Refundable = Schema<'RefundableView'>;
export type RefundIn = SchemaIn<'RefundIn'>;
export type RefundPreview = Schema<'RefundPreview'>;
export type Refund = Schema<'RefundView'>;
export type ReturnPreviewIn = SchemaIn<'ReturnPreviewIn'>;
export type ReturnPreview = Schema<'ReturnPreview'>;
export type ReturnIn = SchemaIn<'ReturnIn'>;
export type OrderReturn = Schema<'OrderReturnView'>;
export type ReturnReason = Schema<'ReturnReasonView'>;
export type ReturnReasonIn = SchemaIn<'ReturnReasonIn'>;
export type PaymentIn = SchemaIn<'OrderPaymentEntryIn'>;

const at = (id: string, child: string) => `/orders/${encodeURIComponent(id)}/${child}`;

/** The money of an order, entry by entry; under the order, so that every change of it makes this stale. */
export const entriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...orders.key, 'one', id, 'entries'] as const,
    queryFn: async ({ signal }) => (await api.get<One<Entry[]>>(at(id, 'entries'), { signal })).data,
  });

export const returnsQuery = (id: string) =>
  queryOptions({
    queryKey: [...orders.key, 'one', id, 'returns'] as const,
    queryFn: async ({ signal }) => (await api.get<One<OrderReturn[]>>(at(id, 'returns'), { signal })).data,
  });

export const refundableQuery = (id: string) =>
  queryOptions({
    queryKey: [...orders.key, 'one', id, 'refundable'] as const,
    queryFn: async ({ signal }) => (await api.get<One<Refundable>>(at(id, 'refundable'), { signal })).data,
  });

/** What a refund would come to; nothing is written. */
export const previewRefund = async (id: string, body: RefundIn, signal?: AbortSignal) =>
  (await api.post<One<RefundPreview>>(at(id, 'refunds/preview'), body, { reads: true, quiet: true, signal })).data;

/** What a return would do to the money; nothing is written. */
export const previewReturn = async (id: string, body: ReturnPreviewIn, signal?: AbortSignal) =>
  (await api.post<One<ReturnPreview>>(at(id, 'returns/preview'), body, { reads: true, quiet: true, signal })).data;

export const addPayment = (id: string, body: PaymentIn) =>
  api.post<One<Entry>>(at(id, 'payments'), body, { quiet: true });
export const addRefund = async (id: string, body: RefundIn) =>
  (await api.post<One<Refund>>(at(id, 'refunds'), body, { quiet: true })).data;
export const addReturn = (id: string, body: ReturnIn) =>
  api.post<One<OrderReturn>>(at(id, 'returns'), body, { quiet: true });

export const reasonsKey = ['return-reasons'] as const;
export const reasonsQuery = queryOptions({
  queryKey: [...reasonsKey, 'all'] as const,
  queryFn: async ({ signal }) => (await api.get<One<ReturnReason[]>>('/return-reasons', { signal })).data,
});
export const saveReason = (id: string | null, body: ReturnReasonIn) =>
  id
    ? api.put<One<ReturnReason>>(`/return-reasons/${id}`, body, { form: true })
    : api.post<One<ReturnReason>>('/return-reasons', body, { form: true });
export const changeReason = (reason: ReturnReason, body: ReturnReasonIn) =>
  api.put<One<ReturnReason>>(`/return-reasons/${reason.id}`, { ...body, version: reason.version });
export const deleteReason = (id: string) => api.delete<unknown>(`/return-reasons/${id}`);

/** The places that goods may come back to; a store has at most fifty. */
export type Place = Pick<Schema<'LocationView'>, 'id' | 'name' | 'is_active' | 'is_main'>;
export const placesQuery = queryOptions({
  queryKey: ['stock', 'locations'] as const,
  queryFn: async ({ signal }) => (await api.get<One<Place[]>>('/stock-locations', { signal, quiet: true })).data,
});
