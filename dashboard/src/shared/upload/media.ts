import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';
import { upload, type UploadOptions } from '../api/upload';
import { readStorage } from '../session/storage';

/** A stored image: id and address. */
export interface MediaItem {
  id: string;
  url: string;
  name?: string;
  alt?: string;
}

/** Address of a stored image; the pattern is in the store's data (`{id}` is replaced), else the media call's. */
export function mediaUrl(id: string): string {
  const pattern = readStorage('mediaUrlPattern');
  if (!pattern) return `/dashboard/v1/media/${encodeURIComponent(id)}`;
  return pattern.includes('{id}')
    ? pattern.replace('{id}', encodeURIComponent(id))
    : `${pattern.replace(/\/$/, '')}/${encodeURIComponent(id)}`;
}

/** Uploads a picture; `purpose` as in `ImageLimits`. */
export async function uploadImage(
  file: File,
  options: UploadOptions & { purpose?: 'product' } = {},
): Promise<MediaItem> {
  const { purpose, ...rest } = options;
  const stored = await upload('/media', 'media', file, { query: { purpose }, ...rest });
  return { id: stored.id, url: stored.url, name: file.name };
}

/** Replaces the picture under the same id; everything that uses it shows the new one. */
export const replaceImage = (id: string, file: File, options?: UploadOptions) =>
  upload('/media/{id}/replace', 'media', file, { path: { id }, ...options });

export const uploadFile = (file: File, options?: UploadOptions) => upload('/file', 'file', file, options);

export const deleteMedia = (id: string) => api.delete('/media/deleteOne', { body: { id }, quiet: true });

/** The alternative texts of a picture. */
export const imageTextsQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', id, 'alt'] as const,
    queryFn: async ({ signal }) => (await api.get('/media/{id}', { path: { id }, signal })).data.alt,
  });

export const describeImage = ({ id, alt }: { id: string; alt: { ar?: string; en?: string } }) =>
  api.put('/media/{id}', { path: { id }, body: { alt } });
