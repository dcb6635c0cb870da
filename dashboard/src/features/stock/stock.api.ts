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

/** All locations: a store has at most fifty. */
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

/** The same from a cell of the list, which shows its failure itself. */
export const setQuantity = (id: string, body: AdjustIn) =>
  api.post('/products/{id}/stock/adjust', { path: { id }, body, quiet: true });

/** A page of products; a row per variant. */
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

/** The number of products in a tab of the stock list, counted up to the server's cap. */
export const countQuery = (level?: string) =>
  queryOptions({
    queryKey: [...stockKey, 'count', level ?? ''],
    queryFn: async ({ signal }) => {
      const filter = level ? { 'filter[stock]': level } : {};
      return (await api.get('/stock', { query: { ...filter, per_page: 1 }, signal, quiet: true })).meta;
    },
  });

/** Movements of a product, or of one of its variants, twenty per page, newest first. */
export const historyQuery = (product: string, variant?: string) =>
  infiniteQueryOptions({
    queryKey: [...stockKey, 'history', product, variant ?? ''],
    queryFn: ({ signal, pageParam }) =>
      api.get('/stock-movements', {
        query: {
          'filter[product]': product,
          'filter[variant]': variant,
          per_page: 20,
          cursor: pageParam || undefined,
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor ?? undefined,
  });

/** Query keys that a change of stock invalidates. */
export const staleAfterStock = [stockKey, ['products'], ['orders', 'home-summary']] as const;

export const thresholdQuery = queryOptions({
  queryKey: ['settings', 'low_stock_threshold'],
  queryFn: async ({ signal }) =>
    (await api.get('/settings/{code}', { path: { code: 'low_stock_threshold' }, signal })).data.value as number,
});
export const saveThreshold = (value: number) =>
  api.put('/settings/{code}', { path: { code: 'low_stock_threshold' }, body: { value }, form: true });
