import { api, download } from '@/shared/api/client';
import type { Body } from '@/shared/api/endpoint';
import type { ListQuery } from '@/shared/api/params';
import { apiQuery, type ApiQuery } from '@/shared/api/query';
import type { Download } from '@/shared/api/transport';
import type { Schema } from '@/shared/api/wire-schema';

export type ExportFormat = Schema<'ExportFormat'>;
export type ExportView = Schema<'ExportView'>;

type ExportPath = '/cart-exports' | '/customer-exports' | '/order-exports' | '/product-exports';
/** The columns that can be chosen; none where the file is always whole. */
type ColumnOf<P extends ExportPath> = Body<'post', P> extends { columns?: readonly (infer Column)[] } ? Column : never;

/** What is asked for: chosen things, or those of a list's query. */
export interface ExportWish<Column> {
  format: ExportFormat;
  items: readonly string[];
  params: ListQuery;
  columns?: readonly Column[];
  language?: 'ar' | 'en';
}

export interface ExportCalls<Column> {
  key: readonly [string];
  /** Small sets come back done; large ones are written in the background. */
  create(wish: ExportWish<Column>): Promise<ExportView>;
  /** Asked again each second while the server writes. */
  one(id: string): ApiQuery<ExportView>;
  recent: ApiQuery<ExportView[]>;
  file(id: string): () => Promise<Download>;
}

/** The calls of the exports of one kind: `exportCalls('/order-exports')`. */
export function exportCalls<P extends ExportPath>(path: P): ExportCalls<ColumnOf<P>>;
export function exportCalls(path: ExportPath): ExportCalls<never> {
  return {
    key: [path.slice(1)],
    async create({ params, ...body }) {
      // A page of the list is no part of what is asked for.
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
