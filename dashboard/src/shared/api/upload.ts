import { setServerDown } from '../session/session';
import type { Answer, FormField, Rest, UploadPath } from './endpoint';
import { ApiError, errorFrom } from './error';
import { refreshSession } from './refresh';
import { fill, requestHeaders, urlOf, type Init } from './transport';
import { getSession } from '../session/session';

export interface UploadOptions {
  /** Progress, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Further form fields. */
  fields?: Record<string, string>;
}

type Uploaded<P extends UploadPath> = Answer<'post', P> extends { data: infer D } ? D : never;

/**
 * Multipart upload with progress; XMLHttpRequest, because fetch reports none. `upload('/media', 'media', file)`.
 * Quiet: the caller shows the failure on the file itself.
 */
export function upload<P extends UploadPath>(
  path: P,
  field: FormField<P>,
  file: Blob,
  ...init: Rest<'post', P, UploadOptions>
): Promise<Uploaded<P>>;
export async function upload(
  path: string,
  field: string,
  file: Blob,
  { path: values, query, ...options }: UploadOptions & Pick<Init, 'path' | 'query'> = {},
): Promise<unknown> {
  const sentWith = getSession().accessToken;
  const address = urlOf(fill(path, values), query);
  try {
    return await once(address, field, file, options);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && sentWith && (await refreshSession(sentWith))) {
      return once(address, field, file, options);
    }
    throw error;
  }
}

function once(address: string, field: string, file: Blob, options: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(requestHeaders('POST'))) request.setRequestHeader(name, value);
    request.responseType = 'text';
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      setServerDown(request.status === 503);
      let body: unknown = null;
      try {
        body = JSON.parse(request.responseText);
      } catch {
        body = null;
      }
      const answer = body as { success?: boolean; data?: unknown } | null;
      if (request.status >= 200 && request.status < 300 && answer?.success !== false && answer?.data) {
        options.onProgress?.(1);
        resolve(answer.data);
      } else if (request.status >= 200 && request.status < 300) {
        reject(new ApiError({ outcome: 'failed', status: request.status, code: 'upload_failed', body }));
      } else reject(errorFrom(request.status, body));
    });
    request.addEventListener('error', () => reject(new ApiError({ outcome: 'unreachable', status: 0 })));
    request.addEventListener('abort', () => reject(new ApiError({ outcome: 'aborted', status: 0 })));
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value);
    form.append(field, file);
    request.send(form);
  });
}
