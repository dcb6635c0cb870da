import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { queryString, type Params } from '@/shared/api/params';
import type { One } from '@/shared/api/wire';
import type { Schema } from '@/shared/api/wire-schema';

export type ExportFormat = Schema<'ExportFormat'>;
export type ExportColumn = Schema<'OrderExportColumn'>;
export type OrderExport = Schema<'OrderExportView'>;

/** Every column a file can have, in its order. */
export const exportColumns = [
  'number',
  'created_at',
  'status',
  'payment_status',
  'customer',
  'mobile',
  'email',
  'country',
  'city',
  'items',
  'subtotal',
  'discount',
  'vat',
  'shipping_fees',
  'payment_fees',
  'total',
  'paid',
  'refunded',
  'owed',
  'currency',
  'payment',
  'shipping',
  'tags',
  'assignee',
  'note',
] as const satisfies readonly ExportColumn[];

export const exportsKey = ['order-exports'] as const;

/** Small sets come back done; large ones are written in the background. */
export async function createExport({
  params,
  ...body
}: {
  format: ExportFormat;
  language: 'ar' | 'en';
  columns: readonly ExportColumn[];
  items: readonly string[];
  params: Params;
}): Promise<OrderExport> {
  // A page of the list is no part of what is asked for.
  const { page: _page, per_page: _perPage, cursor: _cursor, ...query } = params;
  return (await api.post<One<OrderExport>>(`/order-exports${queryString(query)}`, body)).data;
}

/** Asked again each second while the server writes. */
export const exportQuery = (id: string) =>
  queryOptions({
    queryKey: [...exportsKey, 'one', id],
    queryFn: async ({ signal }) => (await api.get<One<OrderExport>>(`/order-exports/${id}`, { signal })).data,
    refetchInterval: (query) => (query.state.data?.status === 'running' ? 1000 : false),
  });

export const recentExportsQuery = queryOptions({
  queryKey: [...exportsKey, 'recent'],
  queryFn: async ({ signal }) => (await api.get<One<OrderExport[]>>('/order-exports', { signal })).data,
});

export const filePath = (id: string) => `/order-exports/${id}/file`;
