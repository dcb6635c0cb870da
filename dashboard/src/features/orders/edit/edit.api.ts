import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Schema } from '@/shared/api/wire-schema';
import type { OrderView } from '../orders.api';
import type { EditIn, Preview } from './edit.model';

export type ProductRow = Schema<'ProductRow'>;
export type ProductView = Schema<'ProductView'>;
export const products = resource<ProductRow, ProductView>('products');

const at = (id: string, child: string) => `/orders/${encodeURIComponent(id)}/${child}`;

/** What an edit would change; kept while the next one is worked out, so that the page does not flicker. */
export const previewQuery = (id: string, version: number, body: EditIn | null) =>
  queryOptions({
    // Apart from the order: what somebody else changes meanwhile is met by the next question, not asked again and again.
    queryKey: ['order-edit-preview', id, version, body] as const,
    queryFn: async ({ signal }) =>
      (await api.post<One<Preview>>(at(id, 'edit/preview'), { ...body, version }, { reads: true, quiet: true, signal }))
        .data,
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

export const applyEdit = async (id: string, body: EditIn) =>
  (await api.put<One<OrderView>>(at(id, 'edit'), body, { quiet: true })).data;
