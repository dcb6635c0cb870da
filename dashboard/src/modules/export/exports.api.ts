import { api, download } from '@/shared/api/client';
import type { Body } from '@/shared/api/endpoint';
import type { ListQuery } from '@/shared/api/params';
import { apiQuery, type ApiQuery } from '@/shared/api/query';
import type { Download } from '@/shared/api/transport';
import type { Schema } from '@/shared/api/wire-schema';

export type ExportFormat = Schema<'ExportFormat'>;
export type ExportView = Schema<'ExportView'>;

type ExportPath = '/cart-exports' | '/customer-exports' | '/order-exports' | '/product-exports';
/** The selectable columns; none where the file always has all. */
type ColumnOf<P extends ExportPath> = Body<'post', P> extends { columns?: readonly (infer Column)[] } ? Column : never;

/** The request: selected rows, or those of a list's query. */
export interface ExportRequest<Column> {
  format: ExportFormat;
  items: readonly string[];
  params: ListQuery;
  columns?: readonly Column[];
  language?: 'ar' | 'en';
}

export interface ExportCalls<Column> {
  key: readonly [string];
  /** Small exports are answered when done; large ones are written in the background. */
  create(request: ExportRequest<Column>): Promise<ExportView>;
  /** Refetched every second while it is being written. */
  one(id: string): ApiQuery<ExportView>;
  recent: ApiQuery<ExportView[]>;
  file(id: string): () => Promise<Download>;
}

/** The API calls of one kind of exports: `exportCalls('/order-exports')`. */
export function exportCalls<P extends ExportPath>(path: P): ExportCalls<ColumnOf<P>>;
export function exportCalls(path: ExportPath): ExportCalls<never> {
  return {
    key: [path.slice(1)],
    async create({ params, ...body }) {
      // Paging is no part of the request.
      const { page: _page, per_page: _perPage, cursor: _cursor, ...query } = params;
      return (await api.post(path, { query, body })).data;
    },
    one: (id) => ({
      ...apiQuery(`${path}/{id}`, { path: { id } }),
      refetchInterval: (query) => (query.state.data?.status === 'running' ? 1000 : false),
    }),
    recent: apiQuery(path),
    file: (id) => () => download(`${path}/{id}/file`, { path: { id } }),
  };
}
