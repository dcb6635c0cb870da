import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type CodRules = Schema<'CodRules'>;
export type CodRulesIn = SchemaIn<'CodRulesIn'>;
export type CodAction = Schema<'CodAction'>;
export type CodPreview = Schema<'CodPreview'>;

export const codRulesKey = ['cod-rules'] as const;
export const codRulesQuery = apiQuery('/cod-rules');
export const saveRules = async (body: CodRulesIn) => (await api.put('/cod-rules', { body, form: true })).data;
export const previewRules = async (body: CodRulesIn) =>
  (await api.post('/cod-rules/preview', { body, reads: true, form: true })).data;
