import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import type { OrderView } from '../orders.api';

export type DraftIn = SchemaIn<'OrderDraftIn'>;
export type DraftView = Schema<'OrderDraftView'>;
export type DraftPreview = Schema<'OrderDraftPreview'>;
export type CustomerRow = Schema<'CustomerRow'>;
export type CustomerView = Schema<'CustomerView'>;

export const customers = resource<CustomerRow, CustomerView, SchemaIn<'CustomerIn'>>('customers');

const at = (id: string, child = '') => `/orders/${encodeURIComponent(id)}/draft${child}`;

export const draftQuery = (id: string) =>
  queryOptions({
    // Apart from the order: what is being changed stays as it was opened, and what somebody else did is met by saving it.
    queryKey: ['order-draft', id] as const,
    queryFn: async ({ signal }) => (await api.get<One<DraftView>>(at(id), { signal })).data,
    staleTime: 'static',
  });

/** What the draft comes to; the last answer stays while the next one is worked out, so that the page does not flicker. */
export const previewQuery = (id: string | null, body: DraftIn) =>
  queryOptions({
    queryKey: ['order-draft-preview', id, body] as const,
    queryFn: async ({ signal }) =>
      (
        await api.post<One<DraftPreview>>(id ? at(id, '/preview') : '/orders/drafts/preview', body, {
          reads: true,
          quiet: true,
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

const quiet = { quiet: true } as const;

export const createDraft = async (body: DraftIn) =>
  (await api.post<One<DraftView>>('/orders/drafts', body, quiet)).data;
export const updateDraft = async (id: string, body: DraftIn) =>
  (await api.put<One<DraftView>>(at(id), body, quiet)).data;
export const deleteDraft = (id: string) => api.delete<unknown>(at(id), undefined, quiet);
export const placeDraft = async (id: string, body: SchemaIn<'OrderDraftPlaceIn'>) =>
  (await api.post<One<OrderView>>(at(id, '/place'), body, quiet)).data;
export const openLink = async (id: string, days: number) =>
  (await api.post<One<DraftView>>(at(id, '/link'), { days }, quiet)).data;
export const closeLink = async (id: string) =>
  (await api.delete<One<DraftView>>(at(id, '/link'), undefined, quiet)).data;
export const duplicateOrder = async (id: string) =>
  (await api.post<One<DraftView>>(`/orders/${encodeURIComponent(id)}/duplicate`, undefined, quiet)).data;
