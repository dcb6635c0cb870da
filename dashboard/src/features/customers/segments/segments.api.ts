import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';
import type { Groups } from './rules';

/** Customers under a name, by what they are (CU-01). */
export type Segment = Schema<'CustomerSegmentView'>;

export const segments = resource('customer-segments');

/** What a change of a segment makes stale: the segments, their counts, lists that they choose. */
export const staleAfterSegment = [segments.key, ['customers']] as const;

export const segmentsQuery = queryOptions({ ...apiQuery('/customer-segments'), staleTime: 60_000 });

export const segmentCountsQuery = queryOptions({ ...apiQuery('/customer-segments/counts'), staleTime: 30_000 });

export const templatesQuery = queryOptions({ ...apiQuery('/customer-segments/templates'), staleTime: 300_000 });

/** How many customers meet rules that are still being written. */
export const previewQuery = (groups: Groups) =>
  queryOptions({
    queryKey: [...segments.key, 'preview', groups] as const,
    queryFn: async ({ signal }) =>
      (await api.post('/customer-segments/preview', { body: { groups }, reads: true, signal, quiet: true })).data,
    staleTime: 30_000,
  });

export const segmentsOfQuery = (customer: string) => apiQuery('/customers/{id}/segments', { path: { id: customer } });

export const createSegment = async (body: { name: string; groups: Groups }) =>
  (await api.post('/customer-segments', { body, form: true })).data;
export const restoreSegment = (id: string) => api.post('/customer-segments/{id}/restore', { path: { id } });
