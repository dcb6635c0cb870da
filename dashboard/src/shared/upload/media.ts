import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';
import { upload, type Uploaded, type UploadOptions } from '../api/upload';
import type { One } from '../api/wire';
import { readKept } from '../session/storage';

/** An image of the store: id for the wire, address for the eye. */
export interface MediaItem {
  id: string;
  url: string;
  name?: string;
  alt?: string;
}

/** Address of a stored image; the pattern comes from the store's data (`{id}` is replaced), else the media call. */
export function mediaUrl(id: string): string {
  const pattern = readKept('mediaUrlPattern');
  if (!pattern) return `/dashboard/v1/media/${encodeURIComponent(id)}`;
  return pattern.includes('{id}')
    ? pattern.replace('{id}', encodeURIComponent(id))
    : `${pattern.replace(/\/$/, '')}/${encodeURIComponent(id)}`;
}

/** Keeps a picture; `purpose` as in `ImageLimits`. */
export async function uploadImage(
  file: File,
  options: UploadOptions & { purpose?: 'product' } = {},
): Promise<MediaItem> {
  const path = options.purpose ? `/media?purpose=${options.purpose}` : '/media';
  const stored = await upload<Uploaded>(path, 'media', file, options);
  return { id: String(stored.id), url: stored.url ?? mediaUrl(String(stored.id)), name: file.name };
}

/** Another picture under the same id; whatever shows it shows the new one. */
export const replaceImage = (id: string, file: File, options?: UploadOptions) =>
  upload<Uploaded>(`/media/${encodeURIComponent(id)}/replace`, 'media', file, options);

export const uploadFile = (file: File, options?: UploadOptions) => upload<Uploaded>('/file', 'file', file, options);

export const deleteMedia = (id: string) => api.delete<unknown>('/media/deleteOne', { id }, { quiet: true });

/** What a picture shows, as far as it was said. */
export const imageTextsQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', id, 'alt'] as const,
    queryFn: async ({ signal }) =>
      (await api.get<One<{ alt: { ar?: string; en?: string } }>>(`/media/${encodeURIComponent(id)}`, { signal })).data
        .alt,
  });

export const describeImage = ({ id, alt }: { id: string; alt: { ar?: string; en?: string } }) =>
  api.put<unknown>(`/media/${encodeURIComponent(id)}`, { alt });
