import { api } from '@/shared/api/client';
import type { Query } from '@/shared/api/endpoint';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type SheetProduct = Schema<'SheetRow'>;
export type SheetResult = Schema<'SheetResult'>;
export type SheetQuery = Query<'get', '/products/sheet'>;

export const readSheet = async (query: SheetQuery, signal?: AbortSignal) =>
  (await api.get('/products/sheet', { query, signal })).data;

export const writeSheet = async (batchId: string | null, rows: readonly SchemaIn<'SheetRowIn'>[]) =>
  (await api.patch('/products/sheet', { body: { ...(batchId && { batch_id: batchId }), rows } })).data;

const preference = { code: 'products.sheet.columns' };

/** The stored choice of columns; null when there is none. */
export const readColumns = async (): Promise<string[] | null> => {
  const { value } = (await api.get('/preferences/{code}', { path: preference, quiet: true })).data;
  return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : null;
};
export const keepColumns = (value: readonly string[]) =>
  api.put('/preferences/{code}', { path: preference, body: { value }, quiet: true });
