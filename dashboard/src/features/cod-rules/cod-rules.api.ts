import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type CodRules = Schema<'CodRules'>;
export type CodRulesIn = SchemaIn<'CodRulesIn'>;
export type CodAction = Schema<'CodAction'>;
export type CodPreview = Schema<'CodPreview'>;

export const codRulesKey = ['cod-rules'] as const;
export const codRulesQuery = queryOptions({
  queryKey: codRulesKey,
  queryFn: async ({ signal }) => (await api.get<One<CodRules>>('/cod-rules', { signal })).data,
});
export const saveRules = async (body: CodRulesIn) =>
  (await api.put<One<CodRules>>('/cod-rules', body, { form: true })).data;
export const previewRules = async (body: CodRulesIn) =>
  (await api.post<One<CodPreview>>('/cod-rules/preview', body, { reads: true, form: true })).data;
