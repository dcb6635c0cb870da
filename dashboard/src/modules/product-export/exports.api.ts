import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { queryString, type Params } from '@/shared/api/params';
import type { One } from '@/shared/api/wire';
import type { Schema } from '@/shared/api/wire-schema';

export type ExportFormat = Schema<'ExportFormat'>;
export type ExportView = Schema<'ExportView'>;

export const exportsKey = ['product-exports'] as const;

/** Which products: chosen ones, or those of a list's query. */
export interface ExportTarget {
  items: readonly string[];
  params: Params;
}

/** Small sets come back done; large ones are written in the background. */
export async function createExport(format: ExportFormat, { items, params }: ExportTarget): Promise<ExportView> {
  // A page of the list is no part of what is asked for.
  const { page: _page, per_page: _perPage, cursor: _cursor, ...query } = params;
  return (await api.post<One<ExportView>>(`/product-exports${queryString(query)}`, { format, items })).data;
}

/** Asked again each second while the server writes. */
export const exportQuery = (id: string) =>
  queryOptions({
    queryKey: [...exportsKey, 'one', id],
    queryFn: async ({ signal }) => (await api.get<One<ExportView>>(`/product-exports/${id}`, { signal })).data,
    refetchInterval: (query) => (query.state.data?.status === 'running' ? 1000 : false),
  });

export const recentExportsQuery = queryOptions({
  queryKey: [...exportsKey, 'recent'],
  queryFn: async ({ signal }) => (await api.get<One<ExportView[]>>('/product-exports', { signal })).data,
});

export const filePath = (id: string) => `/product-exports/${id}/file`;
