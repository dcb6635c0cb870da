import type { Schema } from '@/shared/api/wire-schema';
import type { StatusTone } from '@/shared/ui/tokens';

export type ImportStatus = Schema<'ImportStatus'>;
export type ImportOutcome = Schema<'RowOutcome'>;

export const statusTones: Record<ImportStatus, StatusTone> = {
  mapping: 'amber',
  checking: 'blue',
  checked: 'violet',
  running: 'blue',
  done: 'green',
  failed: 'red',
  undoing: 'blue',
  undone: 'gray',
};
export const outcomeTones: Record<ImportOutcome, StatusTone> = {
  would_create: 'blue',
  would_update: 'violet',
  unchanged: 'gray',
  skipped: 'gray',
  failed: 'red',
  created: 'green',
  updated: 'violet',
  undone: 'gray',
  kept: 'amber',
};

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

/** The result tabs that have rows, given the counts; the page opens with the first. */
export function resultTabs(of: {
  status: ImportStatus;
  failed_count: number;
  kept_count: number;
  noted_count: number;
}): ResultTab[] {
  if (of.status === 'undone') return of.kept_count > 0 ? ['kept', 'all'] : ['all'];
  const tabs: ResultTab[] = of.failed_count > 0 ? ['failed', 'all'] : ['all'];
  return of.noted_count > 0 ? [...tabs, 'noted'] : tabs;
}
export type ResultTab = 'failed' | 'kept' | 'noted' | 'all';

/** All rows of the file are in the store already: done without writing anything. */
export const wroteNothing = (of: {
  status: ImportStatus;
  created_count: number;
  updated_count: number;
  failed_count: number;
}): boolean => of.status === 'done' && of.created_count + of.updated_count + of.failed_count === 0;
