import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { Params } from '@/shared/api/params';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import { staleAfterChange } from '../orders.api';

/** One act over all orders that matched a filter (OR-01). */
export type OrderBatch = Schema<'OrderBatchView'>;
export type OrderBatchItem = Schema<'OrderBatchItemView'>;
export type OrderBatchAction = SchemaIn<'OrderBatchIn'>['action'];

export const orderBatches = resource<OrderBatch>('order-batches');

/** The list's own parameters without paging and order: what an act over all that match is for. */
export const narrowing = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).filter(([name]) => name === 'search' || name === 'where' || name.startsWith('filter[')),
  );

export const previewQuery = (params: Params) =>
  queryOptions({
    queryKey: [...orderBatches.key, 'preview', narrowing(params)] as const,
    queryFn: async ({ signal }) =>
      (
        await api.get<One<Schema<'OrderBatchPreview'>>>('/order-batches/preview', {
          params: narrowing(params),
          signal,
          quiet: true,
        })
      ).data,
    staleTime: 0,
  });

export const beginBatch = async (params: Params, action: OrderBatchAction) =>
  (await api.post<One<OrderBatch>>('/order-batches', { action }, { params: narrowing(params), quiet: true })).data;
export const stopBatch = async (id: string) =>
  (await api.post<One<OrderBatch>>(`/order-batches/${id}/cancel`, undefined, { quiet: true })).data;
export const undoBatch = async (id: string) =>
  (await api.post<One<OrderBatch>>(`/order-batches/${id}/undo`, undefined, { quiet: true })).data;

/** What an act at work makes stale. */
export const staleAfterAct = [orderBatches.key, ...staleAfterChange] as const;
