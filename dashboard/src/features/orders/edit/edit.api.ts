import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';
import type { EditIn } from './edit.model';

export type ProductRow = Schema<'ProductRow'>;
export type ProductView = Schema<'ProductView'>;
export const products = resource('products');

/** Preview of an edit; the last answer stays while the next one loads, so that the page does not flicker. */
export const previewQuery = (id: string, version: number, body: EditIn | null) =>
  queryOptions({
    // A key apart from the order's: a change by somebody else is reported by the next preview, without refetching.
    queryKey: ['order-edit-preview', id, version, body] as const,
    queryFn: async ({ signal }) =>
      (
        await api.post('/orders/{id}/edit/preview', {
          path: { id },
          body: { ...body, version },
          reads: true,
          quiet: true,
          signal,
        })
      ).data,
    enabled: body !== null,
    meta: { isActionPreview: true },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

export const applyEdit = async (id: string, body: EditIn) =>
  (await api.put('/orders/{id}/edit', { path: { id }, body, quiet: true })).data;
