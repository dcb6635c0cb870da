import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Schema } from '@/shared/api/wire-schema';

export type LibraryItem = Schema<'LibraryItem'>;
export type MediaUse = Schema<'MediaUse'>;
export type MediaUses = Schema<'MediaUses'>;

export const media = resource<LibraryItem, LibraryItem>('media');

/** What the library weighs. */
export const weightQuery = queryOptions({
  queryKey: [...media.key, 'weight'] as const,
  queryFn: async ({ signal }) => (await api.get<One<Schema<'MediaWeight'>>>('/media/weight', { signal })).data,
});

/** One picture with everything that uses it. */
export const usesQuery = (id: string) =>
  queryOptions({
    queryKey: [...media.key, 'one', id, 'uses'] as const,
    queryFn: async ({ signal }) =>
      (await api.get<One<MediaUses>>(`/media/${encodeURIComponent(id)}/uses`, { signal })).data,
  });
