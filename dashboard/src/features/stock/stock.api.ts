import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { ListQuery } from '@/shared/api/params';
import type { Page } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import { linesOf, type QuantityRow } from './stock.model';

export type Location = Schema<'LocationView'>;
export type LocationIn = SchemaIn<'LocationIn'>;
export type ProductStock = Schema<'StockView'>;
export type StockItem = Schema<'StockItemView'>;
export type Movement = Schema<'MovementView'>;
export type Reason = Movement['reason'];
export type AdjustIn = SchemaIn<'AdjustIn'>;
export type TransferIn = SchemaIn<'TransferIn'>;

export const stockKey = ['stock'] as const;

/** A store has at most fifty. */
export const locationsQuery = queryOptions({
  queryKey: [...stockKey, 'locations'],
  queryFn: async ({ signal }) => (await api.get('/stock-locations', { signal })).data,
});
export const saveLocation = (id: string | null, body: SchemaIn<'NewLocation'>) =>
  id
    ? api.put('/stock-locations/{id}', { path: { id }, body, form: true })
    : api.post('/stock-locations', { body, form: true });
export const switchLocation = (location: Location, is_active: boolean) =>
  api.put('/stock-locations/{id}', { path: { id: location.id }, body: { is_active, version: location.version } });
export const sortLocations = (items: string[]) => api.put('/stock-locations/sorting', { body: { items } });

export const stockQuery = (id: string) =>
  queryOptions({
    queryKey: [...stockKey, 'product', id],
    queryFn: async ({ signal }) => (await api.get('/products/{id}/stock', { path: { id }, signal })).data,
  });
export const adjustStock = (id: string, body: AdjustIn) =>
  api.post('/products/{id}/stock/adjust', { path: { id }, body, form: true });
export const transferStock = (id: string, body: TransferIn) =>
  api.post('/products/{id}/stock/transfer', { path: { id }, body, form: true });

/** The same from a list, whose failures are told beside it. */
export const setQuantity = (id: string, body: AdjustIn) =>
  api.post('/products/{id}/stock/adjust', { path: { id }, body });

/** A page of products; a line for each of their variants. */
export const quantitiesQuery = (params: ListQuery) =>
  queryOptions({
    queryKey: [...stockKey, 'quantities', params],
    queryFn: async ({ signal }): Promise<Page<QuantityRow>> => {
      const page = await api.get('/stock', { query: params, signal });
      return { ...page, data: page.data.flatMap(linesOf) };
    },
  });

export const movementsQuery = (params: ListQuery) =>
  queryOptions({
    queryKey: [...stockKey, 'movements', params],
    queryFn: ({ signal }) => api.get('/stock-movements', { query: params, signal }),
  });

/** Of one product, twenty at a time, the newest first. */
export const historyQuery = (product: string) =>
  infiniteQueryOptions({
    queryKey: [...stockKey, 'history', product],
    queryFn: ({ signal, pageParam }) =>
      api.get('/stock-movements', {
        query: { 'filter[product]': product, per_page: 20, cursor: pageParam || undefined },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor ?? undefined,
  });

/** What a change of stock makes stale. */
export const staleAfterStock = [stockKey, ['products'], ['orders', 'home-summary']] as const;

export const thresholdQuery = queryOptions({
  queryKey: ['settings', 'low_stock_threshold'],
  queryFn: async ({ signal }) =>
    (await api.get('/settings/{code}', { path: { code: 'low_stock_threshold' }, signal })).data.value as number,
});
export const saveThreshold = (value: number) =>
  api.put('/settings/{code}', { path: { code: 'low_stock_threshold' }, body: { value }, form: true });
