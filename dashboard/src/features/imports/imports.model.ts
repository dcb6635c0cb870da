import type { ImportStatus } from '@/modules/file-import/file-import.model';
import type { Schema } from '@/shared/api/wire-schema';
import type { StatusTone } from '@/shared/ui/tokens';

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
