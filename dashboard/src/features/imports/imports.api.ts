import { queryOptions } from '@tanstack/react-query';
import { api, download } from '@/shared/api/client';
import type { ListQuery } from '@/shared/api/params';
import { apiQuery } from '@/shared/api/query';
import { upload } from '@/shared/api/upload';
import type { Schema } from '@/shared/api/wire-schema';
import { isBusy } from './imports.model';
import type { ImportKind, ImportMode, ImportView } from './kind';

export type { ImportMode, ImportView } from './kind';
export type ImportColumn = Schema<'ColumnView'>;
export type ImportField = Schema<'FieldView'>;
export type ImportMessage = Schema<'RowMessageView'>;
export type ImportRow = Schema<'ImportRowView'>;
export type ImportImage = Schema<'ImportImageView'>;
export type ImportLanguage = NonNullable<ImportView['language']>;

/** One import, asked for again each second while the server works on it, and at leisure while pictures arrive. */
export const importQuery = (kind: ImportKind, id: string) =>
  queryOptions({
    ...kind.imports.findQuery(id),
    refetchInterval: (query) => {
      const data = query.state.data as ImportView | undefined;
      if (!data) return false;
      if (isBusy(data.status)) return 1000;
      return data.images_waiting > 0 ? 4000 : false;
    },
  });

export const rowsQuery = (kind: ImportKind, id: string, query: ListQuery) =>
  apiQuery(`${kind.calls}/{id}/rows`, { path: { id }, query });

export const uploadImport = (kind: ImportKind, file: File, onProgress: (share: number) => void) =>
  upload(kind.calls, 'file', file, { onProgress });

/** Columns, mode and acts of one import reach the server in the order in which they were chosen. */
export const importScope = (id: string) => `import-${id}`;

/** What the import may do with those that are in the store, and with new ones. */
export const setMode = async (kind: ImportKind, id: string, mode: ImportMode) =>
  (await api.put(`${kind.calls}/{id}/mapping`, { path: { id }, body: { mode } })).data;

/** In which language the texts of columns are that name none. */
export const setLanguage = async (kind: ImportKind, id: string, language: ImportLanguage) =>
  (await api.put(`${kind.calls}/{id}/mapping`, { path: { id }, body: { language } })).data;

/** Pictures of products that are not here yet; asked for again while some are on their way. */
export const imagesQuery = (of: ImportView, query: ListQuery) =>
  queryOptions({
    ...apiQuery('/product-imports/{id}/images', { path: { id: of.id }, query }),
    refetchInterval: of.images_waiting > 0 ? 4000 : false,
  });

export const retryImages = async (id: string) =>
  (await api.post('/product-imports/{id}/images/retry', { path: { id } })).data;

export const mapColumns = async (kind: ImportKind, id: string, mapping: Record<string, string | null>) =>
  (await api.put(`${kind.calls}/{id}/mapping`, { path: { id }, body: { mapping }, quiet: true })).data;

export type ImportAct = 'dry-run' | 'start' | 'retry' | 'undo';
export const beginImport = async (kind: ImportKind, id: string, act: ImportAct) =>
  (await api.post(`${kind.calls}/{id}/${act}`, { path: { id } })).data;

/** A file that shows how an import is written. */
export const templateFile = (kind: ImportKind) => () => download(`${kind.calls}/template`);
/** The rows that failed, with the reasons. */
export const failedFile = (kind: ImportKind, id: string) => () =>
  download(`${kind.calls}/{id}/failed-file`, { path: { id } });

export { saveFile } from '@/shared/api/save-file';
