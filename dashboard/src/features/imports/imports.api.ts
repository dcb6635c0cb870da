import { queryOptions } from '@tanstack/react-query';
import { api, download } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import { upload } from '@/shared/api/upload';
import type { One, Page } from '@/shared/api/wire';
import { isBusy, type ImportOutcome, type ImportStatus } from './imports.model';

export interface ImportColumn {
  name: string;
  samples: string[];
  field: string | null;
}
export interface ImportField {
  code: string;
  label: string;
}
/** PR-09: an import of a product file; `columns` and `fields` are empty in lists. */
export interface ImportView {
  id: string;
  file_name: string;
  format: string;
  status: ImportStatus;
  columns: ImportColumn[];
  fields: ImportField[];
  records: number;
  products_total: number;
  products_done: number;
  created_count: number;
  updated_count: number;
  unchanged_count: number;
  failed_count: number;
  kept_count: number;
  images_waiting: number;
  images_failed: number;
  is_mapping_remembered: boolean;
  error: { code: string; message: string } | null;
  can_undo: boolean;
  can_retry: boolean;
  created_at: string;
  finished_at: string | null;
  version: number;
}
export interface ImportMessage {
  column: string | null;
  message: string;
}
export interface ImportRow {
  position: number;
  record: number;
  label: string;
  outcome: ImportOutcome;
  errors: ImportMessage[];
  notes: ImportMessage[];
  product_id: string | null;
}

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

export const mapColumns = async (id: string, mapping: Record<string, string | null>) =>
  (await api.put<One<ImportView>>(`/product-imports/${id}/mapping`, { mapping }, { quiet: true })).data;

export type ImportAct = 'dry-run' | 'start' | 'retry' | 'undo';
export const beginImport = async (id: string, act: ImportAct) =>
  (await api.post<One<ImportView>>(`/product-imports/${id}/${act}`)).data;

/** Hands a file of the server to the browser's downloads. */
export async function saveFile(path: string): Promise<void> {
  const { blob, name } = await download(path);
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
