import type { ListSpec } from '@/shared/table/list-search';

/** The shipments behind the cash: by courier, by age, and whether a settlement has paid a part. */
export const cashList: ListSpec = { filters: ['courier', 'bucket', 'is_short'] };
export const settlementsList: ListSpec = { filters: ['state', 'courier'] };
/** The rows of a settlement. */
export const settlementRows: ListSpec = { filters: ['verdict'] };

/** The uploaded sheet whose settlement is being written: it survives a reload. */
export const importSearch = (raw: Record<string, unknown>): { sheet?: string } =>
  typeof raw.sheet === 'string' && raw.sheet.startsWith('imp_') ? { sheet: raw.sheet } : {};
