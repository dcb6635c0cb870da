import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import type { Groups } from './rules';

/** Customers under a name, by what they are (CU-01). */
export type Segment = Schema<'CustomerSegmentView'>;
export type SegmentCount = Schema<'CustomerSegmentCount'>;
export type SegmentTemplate = Schema<'CustomerSegmentTemplate'>;
type Counted = Schema<'CustomerSegmentCounted'>;

export const segments = resource<Segment, Segment, SchemaIn<'CustomerSegmentPatch'>>('customer-segments');

/** What a change of a segment makes stale: the segments, their counts, lists that they choose. */
export const staleAfterSegment = [segments.key, ['customers']] as const;

export const segmentsQuery = queryOptions({
  queryKey: [...segments.key, 'all'] as const,
  queryFn: async ({ signal }) => (await api.get<One<Segment[]>>('/customer-segments', { signal })).data,
  staleTime: 60_000,
});

export const segmentCountsQuery = queryOptions({
  queryKey: [...segments.key, 'counts'] as const,
  queryFn: async ({ signal }) => (await api.get<One<Counted[]>>('/customer-segments/counts', { signal })).data,
  staleTime: 30_000,
});

export const templatesQuery = queryOptions({
  queryKey: [...segments.key, 'templates'] as const,
  queryFn: async ({ signal }) =>
    (await api.get<One<SegmentTemplate[]>>('/customer-segments/templates', { signal })).data,
  staleTime: 300_000,
});

/** How many customers meet rules that are still being written. */
export const previewQuery = (groups: Groups) =>
  queryOptions({
    queryKey: [...segments.key, 'preview', groups] as const,
    queryFn: async ({ signal }) =>
      (
        await api.post<One<SegmentCount>>(
          '/customer-segments/preview',
          { groups },
          { reads: true, signal, quiet: true },
        )
      ).data,
    staleTime: 30_000,
  });

export const segmentsOfQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customers', 'one', customer, 'segments'] as const,
    queryFn: async ({ signal }) =>
      (
        await api.get<One<Schema<'CustomerSegmentName'>[]>>(`/customers/${encodeURIComponent(customer)}/segments`, {
          signal,
        })
      ).data,
  });

export const createSegment = async (body: { name: string; groups: Groups }) =>
  (await api.post<One<Segment>>('/customer-segments', body, { form: true })).data;
export const restoreSegment = (id: string) => api.post<unknown>(`/customer-segments/${encodeURIComponent(id)}/restore`);
