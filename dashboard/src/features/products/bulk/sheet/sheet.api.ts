import { api } from '@/shared/api/client';
import type { Params } from '@/shared/api/params';
import type { One } from '@/shared/api/wire';
import type { Schema } from '@/shared/api/wire-schema';

export type SheetProduct = Omit<Schema<'SheetRow'>, 'cells' | 'variants'> & {
  cells: Record<string, unknown>;
  variants: { id: string; option_values: string[]; cells: Record<string, unknown> }[];
};
export interface SheetResult {
  id: string;
  is_ok: boolean;
  message?: string;
  code?: string;
  errors: Record<string, string[]>;
  row: SheetProduct | null;
}
interface SheetPage {
  rows: SheetProduct[];
  total: number | null;
  more_than: string[];
  next_cursor: string | null;
}
interface Written {
  results: SheetResult[];
  batch_id: string | null;
}

export const readSheet = async (params: Params, signal?: AbortSignal) =>
  (await api.get<One<SheetPage>>('/products/sheet', { params, signal })).data;

export const writeSheet = async (batchId: string | null, rows: readonly unknown[]) =>
  (await api.patch<One<Written>>('/products/sheet', { ...(batchId && { batch_id: batchId }), rows })).data;

const preference = '/preferences/products.sheet.columns';

/** The columns that were chosen last; null when none ever were. */
export const readColumns = async (): Promise<string[] | null> => {
  const { value } = (await api.get<One<{ value: unknown }>>(preference, { quiet: true })).data;
  return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : null;
};
export const keepColumns = (value: readonly string[]) => api.put(preference, { value }, { quiet: true });
