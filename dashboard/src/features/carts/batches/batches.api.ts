import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { ListQuery } from '@/shared/api/params';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';
import { matchingOf } from '@/shared/table/list-search';
import { carts, reminders, type CartRemindIn } from '../carts.api';

/** Reminders of all carts that matched (CA-03): `changed_count` were sent, `failed_count` were not. They have no undo. */
export type CartBatch = Schema<'CartBatchView'>;
/** `name` is empty when the shopper is unknown, or the cart was deleted. */
export type CartBatchNote = Schema<'CartBatchNote'>;

export const cartBatches = resource('cart-batches');

export const staleAfterBatch = [cartBatches.key, carts.key, reminders.key] as const;

const isRunning = (batch: CartBatch) => batch.status === 'running';

/** The newest batches, refetched every second while one is running. */
export const batchesQuery = queryOptions({
  ...apiQuery('/cart-batches'),
  refetchInterval: (query) => (query.state.data?.some(isRunning) ? 1000 : false),
});

export const batchNotesQuery = (id: string) => apiQuery('/cart-batches/{id}/notes', { path: { id } });

export const beginBatch = async (params: ListQuery, body: Omit<CartRemindIn, 'items'>) =>
  (await api.post('/cart-batches', { body, query: matchingOf(params), form: true })).data;
export const stopBatch = async (id: string) => (await api.post('/cart-batches/{id}/cancel', { path: { id } })).data;
