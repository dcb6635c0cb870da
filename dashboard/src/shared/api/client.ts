import type { Answer, FilePathOf, PathOf, Rest, Verb } from './endpoint';
import { request, requestFile, type CallOptions, type Download, type Init, type Method } from './transport';

type Call<M extends Verb> = <P extends PathOf<M>>(path: P, ...init: Rest<M, P, CallOptions>) => Promise<Answer<M, P>>;

// The overloads carry the types of the API document; `request` itself is untyped.
function caller<M extends Verb>(method: Method): Call<M>;
function caller(method: Method): unknown {
  return (path: string, init?: Init) => request(method, path, init);
}

/**
 * The calls of the API document: method and path give the types of the path's values, the query, the body and the answer.
 *
 * ```ts
 * await api.get('/orders/{id}/trust', { path: { id }, signal });
 * await api.post('/orders/statusMany', { body: { items, status }, quiet: true });
 * ```
 */
export const api = {
  get: caller<'get'>('GET'),
  post: caller<'post'>('POST'),
  put: caller<'put'>('PUT'),
  patch: caller<'patch'>('PATCH'),
  delete: caller<'delete'>('DELETE'),
};

/** A file that needs the session: `download('/documents/{id}/file', { path: { id }, query: { format: 'html' } })`. */
export function download<P extends FilePathOf<'get'>>(path: P, ...init: Rest<'get', P, CallOptions>): Promise<Download>;
export function download<P extends FilePathOf<'post'>>(
  path: P,
  ...init: Rest<'post', P, CallOptions>
): Promise<Download>;
export function download(path: string, init?: Init): Promise<Download> {
  return requestFile(path, init);
}
