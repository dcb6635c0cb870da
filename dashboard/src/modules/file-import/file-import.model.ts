import type { Schema } from '@/shared/api/wire-schema';

/** An imported file; `columns` and `fields` are empty in lists. */
export type ImportView = Schema<'ImportView'>;
export type ImportStatus = Schema<'ImportStatus'>;
export type ImportColumn = Schema<'ColumnView'>;
export type ImportField = Schema<'FieldView'>;
export type ImportMessage = Schema<'RowMessageView'>;

/** A job runs: nothing can be changed until it ends. */
export const isBusy = (status: ImportStatus): boolean =>
  status === 'checking' || status === 'running' || status === 'undoing';

export const maxFileBytes = 20 * 1024 * 1024;
export type FileProblem = 'type' | 'size' | 'empty';
/** Client-side check before the upload; the server checks the content. */
export function checkFile(file: { name: string; size: number }): FileProblem | null {
  if (!/\.(csv|xlsx)$/i.test(file.name)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxFileBytes ? 'size' : null;
}

/** Progress of the current job, 0 to 1; null while the file is read and the total is unknown. */
export function progressOf(of: { total: number; done: number }): number | null {
  if (of.total <= 0) return null;
  return Math.min(1, Math.max(0, of.done / of.total));
}

/** Changes of one import (mapping, mode, actions) are sent in the order in which they were made. */
export const importScope = (id: string) => `import-${id}`;
