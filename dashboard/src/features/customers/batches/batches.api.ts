import { api } from '@/shared/api/client';
import type { ListQuery } from '@/shared/api/params';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';
import { matchingOf } from '@/shared/table/list-search';
import { staleAfterChange, type CustomerAction } from '../customers.api';

/** One action over all customers that matched, which can be undone for 30 days. */
export type CustomerBatch = Schema<'CustomerBatchView'>;
export type CustomerBatchNote = Schema<'CustomerBatchNote'>;

export const customerBatches = resource('customer-batches');

/** What a batch makes stale: itself, the customers, who is in which segment. */
export const staleAfterBatch = [customerBatches.key, ...staleAfterChange, ['customer-segments']] as const;

export const batchesQuery = apiQuery('/customer-batches');

export const batchNotesQuery = (id: string) => apiQuery('/customer-batches/{id}/notes', { path: { id } });

export const beginBatch = async (params: ListQuery, action: CustomerAction) =>
  (await api.post('/customer-batches', { body: { action }, query: matchingOf(params) })).data;
export const undoBatch = async (id: string) => (await api.post('/customer-batches/{id}/undo', { path: { id } })).data;
export const stopBatch = async (id: string) => (await api.post('/customer-batches/{id}/cancel', { path: { id } })).data;
