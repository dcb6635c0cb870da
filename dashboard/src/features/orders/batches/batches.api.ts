import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { ListQuery } from '@/shared/api/params';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import { staleAfterChange } from '../orders.api';

/** One batch over all orders that matched a query (OR-01). */
export type OrderBatch = Schema<'OrderBatchView'>;
export type OrderBatchItem = Schema<'OrderBatchItemView'>;
export type OrderBatchAction = SchemaIn<'OrderBatchIn'>['action'];

export const orderBatches = resource('order-batches');

/** The list's parameters without paging and sort: the scope of a batch over all matches. */
export const narrowing = (params: ListQuery): ListQuery =>
  Object.fromEntries(
    Object.entries(params).filter(([name]) => name === 'search' || name === 'where' || name.startsWith('filter[')),
  );

export const previewQuery = (params: ListQuery) =>
  queryOptions({ ...apiQuery('/order-batches/preview', { query: narrowing(params), quiet: true }), staleTime: 0 });

export const beginBatch = async (params: ListQuery, action: OrderBatchAction) =>
  (await api.post('/order-batches', { body: { action }, query: narrowing(params), quiet: true })).data;
export const stopBatch = async (id: string) =>
  (await api.post('/order-batches/{id}/cancel', { path: { id }, quiet: true })).data;
export const undoBatch = async (id: string) =>
  (await api.post('/order-batches/{id}/undo', { path: { id }, quiet: true })).data;

/** Query keys that a running batch invalidates. */
export const staleAfterAct = [orderBatches.key, ...staleAfterChange] as const;
