import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { upload } from '@/shared/api/upload';
import type { One, Page } from '@/shared/api/wire';
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

export const rowsQuery = (kind: ImportKind, id: string, params: Parameters<ImportKind['imports']['childQuery']>[2]) =>
  kind.imports.childQuery<Page<ImportRow>>(id, 'rows', params);

export const uploadImport = (kind: ImportKind, file: File, onProgress: (share: number) => void) =>
  upload<ImportView & { id: string }>(kind.calls, 'file', file, { onProgress });

/** Columns, mode and acts of one import reach the server in the order in which they were chosen. */
export const importScope = (id: string) => `import-${id}`;

/** What the import may do with those that are in the store, and with new ones. */
export const setMode = async (kind: ImportKind, id: string, mode: ImportMode) =>
  (await api.put<One<ImportView>>(`${kind.calls}/${id}/mapping`, { mode })).data;

/** In which language the texts of columns are that name none. */
export const setLanguage = async (kind: ImportKind, id: string, language: ImportLanguage) =>
  (await api.put<One<ImportView>>(`${kind.calls}/${id}/mapping`, { language })).data;

/** Pictures of products that are not here yet; asked for again while some are on their way. */
export const imagesQuery = (
  kind: ImportKind,
  of: ImportView,
  params: Parameters<ImportKind['imports']['childQuery']>[2],
) =>
  queryOptions({
    ...kind.imports.childQuery<Page<ImportImage>>(of.id, 'images', params),
    refetchInterval: of.images_waiting > 0 ? 4000 : false,
  });

export const retryImages = async (kind: ImportKind, id: string) =>
  (await api.post<One<ImportView>>(`${kind.calls}/${id}/images/retry`)).data;

export const mapColumns = async (kind: ImportKind, id: string, mapping: Record<string, string | null>) =>
  (await api.put<One<ImportView>>(`${kind.calls}/${id}/mapping`, { mapping }, { quiet: true })).data;

export type ImportAct = 'dry-run' | 'start' | 'retry' | 'undo';
export const beginImport = async (kind: ImportKind, id: string, act: ImportAct) =>
  (await api.post<One<ImportView>>(`${kind.calls}/${id}/${act}`)).data;

export { saveFile } from '@/shared/api/save-file';
