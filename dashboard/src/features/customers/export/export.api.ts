import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { queryString, type Params } from '@/shared/api/params';
import type { One } from '@/shared/api/wire';
import type { Schema } from '@/shared/api/wire-schema';

export type ExportFormat = Schema<'ExportFormat'>;
export type ExportColumn = Schema<'CustomerExportColumn'>;
export type CustomerExport = Schema<'CustomerExportView'>;

/** Every column a file can have, in its order. */
export const exportColumns = [
  'name',
  'mobile',
  'email',
  'country',
  'city',
  'language',
  'tags',
  'groups',
  'consents',
  'orders_count',
  'cancelled_count',
  'returned_count',
  'total_spent',
  'currency',
  'first_order_at',
  'last_order_at',
  'created_at',
  'blocked',
] as const satisfies readonly ExportColumn[];

export const exportsKey = ['customer-exports'] as const;

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
}): Promise<CustomerExport> {
  // A page of the list is no part of what is asked for.
  const { page: _page, per_page: _perPage, cursor: _cursor, ...query } = params;
  return (await api.post<One<CustomerExport>>(`/customer-exports${queryString(query)}`, body)).data;
}

/** Asked again each second while the server writes. */
export const exportQuery = (id: string) =>
  queryOptions({
    queryKey: [...exportsKey, 'one', id],
    queryFn: async ({ signal }) => (await api.get<One<CustomerExport>>(`/customer-exports/${id}`, { signal })).data,
    refetchInterval: (query) => (query.state.data?.status === 'running' ? 1000 : false),
  });

export const recentExportsQuery = queryOptions({
  queryKey: [...exportsKey, 'recent'],
  queryFn: async ({ signal }) => (await api.get<One<CustomerExport[]>>('/customer-exports', { signal })).data,
});

export const filePath = (id: string) => `/customer-exports/${id}/file`;
