import { queryOptions } from '@tanstack/react-query';
import { isBusy, type ImportView } from '@/modules/file-import/file-import.model';
import { api, download } from '@/shared/api/client';
import type { ListQuery } from '@/shared/api/params';
import { apiQuery } from '@/shared/api/query';
import { upload } from '@/shared/api/upload';
import type { Schema } from '@/shared/api/wire-schema';
import type { ImportKind, ImportMode } from './kind';

export type { ImportView } from '@/modules/file-import/file-import.model';
export type { ImportMode } from './kind';
export type ImportRow = Schema<'ImportRowView'>;
export type ImportImage = Schema<'ImportImageView'>;
export type ImportLanguage = NonNullable<ImportView['language']>;

/** One import, refetched every second while a job runs, and less often while images are fetched. */
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

/** Whether the import may change existing things, and create new ones. */
export const setMode = async (kind: ImportKind, id: string, mode: ImportMode) =>
  (await api.put(`${kind.calls}/{id}/mapping`, { path: { id }, body: { mode } })).data;

/** Sets the language of columns whose names state none. */
export const setLanguage = async (kind: ImportKind, id: string, language: ImportLanguage) =>
  (await api.put(`${kind.calls}/{id}/mapping`, { path: { id }, body: { language } })).data;

/** Images that are not fetched yet; refetched while some are pending. */
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

/** An empty file that shows the format. */
export const templateFile = (kind: ImportKind) => () => download(`${kind.calls}/template`);
/** The failed rows, with their errors. */
export const failedFile = (kind: ImportKind, id: string) => () =>
  download(`${kind.calls}/{id}/failed-file`, { path: { id } });

export { saveFile } from '@/shared/api/save-file';
