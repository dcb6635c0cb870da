import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { queryString, type Params } from '@/shared/api/params';
import type { One } from '@/shared/api/wire';
import type { Schema } from '@/shared/api/wire-schema';

export type ExportFormat = Schema<'ExportFormat'>;
export type ExportView = Schema<'ExportView'>;

/** What is asked for: chosen things, or those of a list's query. */
export interface ExportWish {
  format: ExportFormat;
  items: readonly string[];
  params: Params;
  /** Where the columns of the file can be chosen. */
  columns?: readonly string[];
  language?: 'ar' | 'en';
}

/** The calls of the exports of one kind: `exportCalls('order-exports')`. */
export function exportCalls(path: `${string}-exports`) {
  const key = [path] as const;
  return {
    key,
    /** Small sets come back done; large ones are written in the background. */
    async create({ params, ...body }: ExportWish): Promise<ExportView> {
      // A page of the list is no part of what is asked for.
      const { page: _page, per_page: _perPage, cursor: _cursor, ...query } = params;
      return (await api.post<One<ExportView>>(`/${path}${queryString(query)}`, body)).data;
    },
    /** Asked again each second while the server writes. */
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: async ({ signal }) => (await api.get<One<ExportView>>(`/${path}/${id}`, { signal })).data,
        refetchInterval: (query) => (query.state.data?.status === 'running' ? 1000 : false),
      }),
    recent: queryOptions({
      queryKey: [...key, 'recent'],
      queryFn: async ({ signal }) => (await api.get<One<ExportView[]>>(`/${path}`, { signal })).data,
    }),
    file: (id: string) => `/${path}/${id}/file`,
  };
}

export type ExportCalls = ReturnType<typeof exportCalls>;
