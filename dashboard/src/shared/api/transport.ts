import { getLanguage } from '../i18n/language';
import { isOnline } from '../lib/line';
import { clearSession, getSession, setServerDown } from '../session/session';
import { ApiError, errorFrom, isApiError } from './error';
import { queryString, type Params } from './params';
import { refreshSession } from './refresh';
import { currentChangeName, unknownOutcome, whenOnline } from './waiting';

/**
 * The transport of API calls (AU-08): headers, token refresh, waiting while offline, errors. It is untyped: everything
 * outside `shared/api` calls through `client.ts` (`api`, `download`), whose paths, queries, bodies and answers are
 * those of the API document. Every failure is an `ApiError` and was already shown to the user unless `quiet`.
 */
export const basePath = '/dashboard/v1';

export interface CallOptions {
  signal?: AbortSignal;
  /** No toast and no navigation: the caller shows the failure itself. */
  quiet?: boolean;
  /**
   * The save of a form (`useApiForm`): field errors and conflicts are shown by the form, so the client does not show
   * them again.
   */
  form?: boolean;
  /** The sync poll: its failures show no toast and do not mark the server as down (GU-03, GU-06). */
  background?: boolean;
  /** A POST that only reads (a preview): it neither waits while offline nor is listed as a change. */
  reads?: boolean;
  /** The request is finished by the browser though the page is closed meanwhile; where its body is small enough. */
  outlivesPage?: boolean;
  /** False for calls of a visitor (login, registration): a 401 is then an ordinary refusal. */
  signedIn?: boolean;
  headers?: Record<string, string>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The app's reaction to a failure: navigation or toast. Set once at start; the client itself does not know pages. */
export type FailureHandler = (error: ApiError, call: { method: Method; path: string } & CallOptions) => void;
let onFailure: FailureHandler = () => {};
export function setFailureHandler(handler: FailureHandler): void {
  onFailure = handler;
}

/** Headers of every request; also used by uploads and the change stream. */
export function requestHeaders(method: string): Record<string, string> {
  const { accessToken, storeId } = getSession();
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': getLanguage(),
    'X-Requested-With': 'XMLHttpRequest',
  };
  if (accessToken) headers.Authorization = `Bearer ${accessToken}`;
  if (storeId) headers['X-STORE'] = storeId;
  if (method === 'GET') {
    headers['Cache-Control'] = 'no-cache';
    headers.Pragma = 'no-cache';
  }
  return headers;
}

type Sending = CallOptions & { query?: Params };
/** Browsers refuse requests that outlive their page when the bodies of all of them are above 64 KiB. */
const mostOutliving = 30_000;

export const urlOf = (path: string, query?: Params) => `${basePath}${path}${queryString(query)}`;

async function send(method: Method, path: string, body: unknown, options: Sending): Promise<Response> {
  const headers = { ...requestHeaders(method), ...options.headers };
  if (method !== 'GET') headers['Content-Type'] = 'application/json';
  const init: RequestInit = { method, headers, credentials: 'same-origin', signal: options.signal };
  if (method === 'GET') init.cache = 'no-store';
  if (body !== undefined) {
    const text = JSON.stringify(body);
    init.body = text;
    // A letter has up to three bytes.
    if (options.outlivesPage && text.length * 3 < mostOutliving) init.keepalive = true;
  }
  try {
    return await fetch(urlOf(path, options.query), init);
  } catch (cause) {
    if (options.signal?.aborted) throw new ApiError({ outcome: 'aborted', status: 0 });
    throw new ApiError({ outcome: 'unreachable', status: 0, body: cause });
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!text) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function attempt(method: Method, path: string, body: unknown, options: Sending): Promise<unknown> {
  const sentWith = getSession().accessToken;
  let response: Response;
  try {
    response = await send(method, path, body, options);
  } catch (error) {
    // A read without a response is retried once: a phone changing cells should not lead to an error page.
    if (!(method === 'GET' || options.reads) || options.background) throw error;
    if (!isApiError(error) || error.outcome !== 'unreachable') throw error;
    await pauseFor(400);
    response = await send(method, path, body, options);
  }
  if (response.status === 401 && options.signedIn !== false && sentWith && (await refreshSession(sentWith))) {
    response = await send(method, path, body, options);
  }
  if (response.status === 503) {
    if (!options.background) setServerDown(true);
  } else setServerDown(false);
  const answer = await readBody(response);
  if (response.ok) {
    if (typeof answer === 'string') {
      throw new ApiError({ outcome: 'failed', status: response.status, body: answer });
    }
    return answer;
  }
  throw errorFrom(response.status, answer, response.headers);
}

const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16)).join('');

/** Whether the server responds at all, with any status. */
const isReached = () =>
  send('GET', '/sanctum/csrf-cookie', undefined, {}).then(
    () => true,
    () => false,
  );

/** An idempotent change whose first attempt is still running (409) is retried until it is answered. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 10; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isApiError(error) || error.code !== 'idempotency_key_busy' || left === 0) throw error;
      await pauseFor((error.retryAfter ?? 1) * 1000);
    }
  }
}

/**
 * A change requested while offline, or whose connection drops in flight, waits for the connection and is listed
 * (`waiting.ts`). A POST may be retried: its idempotency key makes the server execute it once. For any other method it
 * is then unknown whether it arrived, and the user is told what to check. Visitors' calls (signing in), background
 * calls and reads do not wait.
 */
async function sendAndRead(method: Method, path: string, body: unknown, options: Sending): Promise<unknown> {
  const isChange = method !== 'GET' && !options.reads && !options.background && options.signedIn !== false;
  if (!isChange) return attempt(method, path, body, options);
  const isRepeatable = method === 'POST';
  const keyedOptions = isRepeatable
    ? { ...options, headers: { 'Idempotency-Key': newKey(), ...options.headers } }
    : options;
  const ask = () => untilAnswered(() => attempt(method, path, body, keyedOptions));
  const pressed = currentChangeName();
  for (let left = isRepeatable ? 1 : 0; isOnline(); left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isApiError(error) || error.outcome !== 'unreachable') throw error;
      // The browser detects a lost connection with a delay.
      await pauseFor(400);
      if (!isOnline() && !isRepeatable) throw unknownOutcome(pressed);
      if (isOnline() && left === 0) throw error;
    }
  }
  return whenOnline(ask, { ...pressed, isRepeatable, isReached });
}

async function call(method: Method, path: string, body: unknown, options: Sending): Promise<unknown> {
  try {
    return await sendAndRead(method, path, body, options);
  } catch (error) {
    if (!isApiError(error) || error.outcome === 'aborted') throw error;
    // Offline, nothing is known about the server; the shell shows the offline state.
    if (error.outcome === 'unreachable' && !options.background && isOnline() && !error.code) setServerDown(true);
    if (error.outcome === 'signed_out' && options.signedIn !== false) clearSession();
    onFailure(error, { ...options, method, path });
    throw error;
  }
}

/** The untyped parts of a call: values for the `{names}` of the path, the query, the body. */
export interface Init extends CallOptions {
  path?: Readonly<Record<string, string>>;
  query?: Params;
  body?: unknown;
}

/** Nothing is selected, or an id is missing: there is nothing to request. */
export const noneSelected = () => new ApiError({ outcome: 'rejected', status: 0, code: 'invalid_item_selected' });

/** Fills the path's values in; an empty one would call another operation (`/orders/` is the list). */
export function fill(template: string, values: Init['path']): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values?.[name];
    if (!value) throw noneSelected();
    return encodeURIComponent(value);
  });
}

/** Sends one call; a change without a body sends an empty one, except DELETE. */
export async function request(method: Method, template: string, init: Init = {}): Promise<unknown> {
  const { path, body, ...options } = init;
  const requestBody = body === undefined && method !== 'GET' && method !== 'DELETE' ? {} : body;
  return call(method, fill(template, path), requestBody, options);
}

/** A downloaded file, with the server's file name. */
export interface Download {
  blob: Blob;
  name: string;
  headers: Headers;
}

/** A file that needs the session (an invoice PDF, an export). With a `body` it is requested by POST. */
export async function requestFile(template: string, init: Init = {}): Promise<Download> {
  const { path: values, body, ...options } = init;
  const path = fill(template, values);
  const method = body === undefined ? 'GET' : 'POST';
  const sentWith = getSession().accessToken;
  try {
    let response = await send(method, path, body, { ...options, headers: { Accept: '*/*', ...options.headers } });
    if (response.status === 401 && sentWith && (await refreshSession(sentWith))) {
      response = await send(method, path, body, { ...options, headers: { Accept: '*/*', ...options.headers } });
    }
    if (!response.ok) throw errorFrom(response.status, await readBody(response), response.headers);
    const disposition = response.headers.get('content-disposition') ?? '';
    const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
    const plainName = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
    return {
      blob: await response.blob(),
      name: encoded ? decodeURIComponent(encoded) : (plainName ?? 'download'),
      headers: response.headers,
    };
  } catch (error) {
    if (!isApiError(error) || error.outcome === 'aborted') throw error;
    if (error.outcome === 'signed_out') clearSession();
    onFailure(error, { ...options, method, path });
    throw error;
  }
}
