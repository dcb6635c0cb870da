import { setServerDown } from '../session/session';
import { basePath, requestHeaders } from './client';
import { ApiError, errorFrom } from './error';
import { refreshSession } from './refresh';
import { getSession } from '../session/session';

export interface UploadOptions {
  /** 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Further form fields. */
  fields?: Record<string, string>;
}

/** What POST media and POST file answer (ME-01). */
export interface Uploaded {
  id: string;
  url?: string | null;
  [more: string]: unknown;
}

/**
 * Multipart upload with progress; XMLHttpRequest, because fetch reports none. `upload('/media', 'media', file)`.
 * Quiet: the caller shows the failure on the file itself.
 */
export async function upload<T = Uploaded>(
  path: string,
  field: string,
  file: Blob,
  options: UploadOptions = {},
): Promise<T> {
  const sentWith = getSession().accessToken;
  try {
    return await once<T>(path, field, file, options);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && sentWith && (await refreshSession(sentWith))) {
      return once<T>(path, field, file, options);
    }
    throw error;
  }
}

function once<T>(path: string, field: string, file: Blob, options: UploadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${basePath}${path}`);
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
      const answer = body as { success?: boolean; data?: T } | null;
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
