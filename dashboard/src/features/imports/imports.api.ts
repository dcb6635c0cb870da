import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import { upload } from '@/shared/api/upload';
import type { One, Page } from '@/shared/api/wire';
import { isBusy } from './imports.model';
import type { Schema } from '@/shared/api/wire-schema';

export type ImportColumn = Schema<'ColumnView'>;
export type ImportField = Schema<'FieldView'>;
/** PR-09: an import of a product file; `columns` and `fields` are empty in lists. */
export type ImportView = Schema<'ImportView'>;
export type ImportMessage = Schema<'RowMessageView'>;
export type ImportRow = Schema<'ImportRowView'>;

export const imports = resource<ImportView>('product-imports');

/** One import, asked for again each second while the server works on it, and at leisure while pictures arrive. */
export const importQuery = (id: string) =>
  queryOptions({
    ...imports.findQuery(id),
    refetchInterval: (query) => {
      const data = query.state.data as ImportView | undefined;
      if (!data) return false;
      if (isBusy(data.status)) return 1000;
      return data.images_waiting > 0 ? 4000 : false;
    },
  });

export const rowsQuery = (id: string, params: Parameters<typeof imports.childQuery>[2]) =>
  imports.childQuery<Page<ImportRow>>(id, 'rows', params);

export const uploadImport = (file: File, onProgress: (share: number) => void) =>
  upload<ImportView & { id: string }>('/product-imports', 'file', file, { onProgress });

export type ImportMode = Schema<'ImportMode'>;
/** What the import may do with products that are in the store, and with new ones. */
export const setMode = async (id: string, mode: ImportMode) =>
  (await api.put<One<ImportView>>(`/product-imports/${id}/mapping`, { mode })).data;

export const mapColumns = async (id: string, mapping: Record<string, string | null>) =>
  (await api.put<One<ImportView>>(`/product-imports/${id}/mapping`, { mapping }, { quiet: true })).data;

export type ImportAct = 'dry-run' | 'start' | 'retry' | 'undo';
export const beginImport = async (id: string, act: ImportAct) =>
  (await api.post<One<ImportView>>(`/product-imports/${id}/${act}`)).data;

export { saveFile } from '@/shared/api/save-file';
