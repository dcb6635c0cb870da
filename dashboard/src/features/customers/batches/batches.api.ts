import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { Params } from '@/shared/api/params';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Schema } from '@/shared/api/wire-schema';
import { matchingOf } from '@/shared/table/list-search';
import { staleAfterChange, type CustomerAction } from '../customers.api';

/** One action over all customers that matched, which can be undone for 30 days. */
export type CustomerBatch = Schema<'CustomerBatchView'>;
export type CustomerBatchNote = Schema<'CustomerBatchNote'>;

export const customerBatches = resource<CustomerBatch>('customer-batches');

/** What a batch makes stale: itself, the customers, who is in which segment. */
export const staleAfterBatch = [customerBatches.key, ...staleAfterChange, ['customer-segments']] as const;

export const batchesQuery = queryOptions({
  queryKey: [...customerBatches.key, 'all'] as const,
  queryFn: async ({ signal }) => (await api.get<One<CustomerBatch[]>>('/customer-batches', { signal })).data,
});

export const batchNotesQuery = (id: string) => customerBatches.childQuery<One<CustomerBatchNote[]>>(id, 'notes');

export const beginBatch = async (params: Params, action: CustomerAction) =>
  (await api.post<One<CustomerBatch>>('/customer-batches', { action }, { params: matchingOf(params) })).data;
export const undoBatch = async (id: string) =>
  (await api.post<One<CustomerBatch>>(`/customer-batches/${encodeURIComponent(id)}/undo`)).data;
export const stopBatch = async (id: string) =>
  (await api.post<One<CustomerBatch>>(`/customer-batches/${encodeURIComponent(id)}/cancel`)).data;
