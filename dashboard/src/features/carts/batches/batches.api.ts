import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { Params } from '@/shared/api/params';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Schema } from '@/shared/api/wire-schema';
import { matchingOf } from '@/shared/table/list-search';
import { carts, reminders, type CartRemindIn } from '../carts.api';

/** Reminders of all carts that matched (CA-03): `changed_count` were sent, `failed_count` were not. They have no undo. */
export type CartBatch = Schema<'CartBatchView'>;
/** `name` is empty when nobody is known, or the cart is gone. */
export type CartBatchNote = Schema<'CartBatchNote'>;

export const cartBatches = resource<CartBatch>('cart-batches');

export const staleAfterBatch = [cartBatches.key, carts.key, reminders.key] as const;

const isRunning = (batch: CartBatch) => batch.status === 'running';

/** The newest ones, read again every second while one is at work. */
export const batchesQuery = queryOptions({
  queryKey: [...cartBatches.key, 'all'] as const,
  queryFn: async ({ signal }) => (await api.get<One<CartBatch[]>>('/cart-batches', { signal })).data,
  refetchInterval: (query) => (query.state.data?.some(isRunning) ? 1000 : false),
});

export const batchNotesQuery = (id: string) => cartBatches.childQuery<One<CartBatchNote[]>>(id, 'notes');

export const beginBatch = async (params: Params, body: Omit<CartRemindIn, 'items'>) =>
  (await api.post<One<CartBatch>>('/cart-batches', body, { params: matchingOf(params), form: true })).data;
export const stopBatch = async (id: string) =>
  (await api.post<One<CartBatch>>(`/cart-batches/${encodeURIComponent(id)}/cancel`)).data;
