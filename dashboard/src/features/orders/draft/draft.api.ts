import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type DraftIn = SchemaIn<'OrderDraftIn'>;
export type DraftView = Schema<'OrderDraftView'>;
export type DraftPreview = Schema<'OrderDraftPreview'>;
export type CustomerRow = Schema<'CustomerRow'>;
export type CustomerDetail = Schema<'CustomerDetail'>;

export const customers = resource('customers');

export const draftQuery = (id: string) =>
  queryOptions({
    // A key apart from the order's: the form keeps the version it was opened with, and a conflict shows on saving.
    queryKey: ['order-draft', id] as const,
    queryFn: async ({ signal }) => (await api.get('/orders/{id}/draft', { path: { id }, signal })).data,
    staleTime: 'static',
  });

/** Preview of the draft's totals; the last answer stays while the next one loads, so that the page does not flicker. */
export const previewQuery = (id: string | null, body: DraftIn) =>
  queryOptions({
    queryKey: ['order-draft-preview', id, body] as const,
    queryFn: async ({ signal }) =>
      (
        await (id
          ? api.post('/orders/{id}/draft/preview', { path: { id }, body, reads: true, quiet: true, signal })
          : api.post('/orders/drafts/preview', { body, reads: true, quiet: true, signal }))
      ).data,
    meta: { isActionPreview: true },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

const quiet = { quiet: true } as const;

export const createDraft = async (body: DraftIn) => (await api.post('/orders/drafts', { body, ...quiet })).data;
export const updateDraft = async (id: string, body: DraftIn) =>
  (await api.put('/orders/{id}/draft', { path: { id }, body, ...quiet })).data;
export const deleteDraft = (id: string) => api.delete('/orders/{id}/draft', { path: { id }, ...quiet });
export const placeDraft = async (id: string, body: SchemaIn<'OrderDraftPlaceIn'>) =>
  (await api.post('/orders/{id}/draft/place', { path: { id }, body, ...quiet })).data;
export const openLink = async (id: string, days: number) =>
  (await api.post('/orders/{id}/draft/link', { path: { id }, body: { days }, ...quiet })).data;
export const closeLink = async (id: string) =>
  (await api.delete('/orders/{id}/draft/link', { path: { id }, ...quiet })).data;
export const duplicateOrder = async (id: string) =>
  (await api.post('/orders/{id}/duplicate', { path: { id }, ...quiet })).data;
