import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';

export type LibraryItem = Schema<'LibraryItem'>;
export type MediaUse = Schema<'MediaUse'>;
export type MediaUses = Schema<'MediaUses'>;

export const media = resource('media');

/** Number and total size of the library's pictures. */
export const weightQuery = apiQuery('/media/weight');

/** The uses of one picture. */
export const usesQuery = (id: string) => apiQuery('/media/{id}/uses', { path: { id } });
