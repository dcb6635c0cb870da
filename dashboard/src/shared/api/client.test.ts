import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, getSession, isAuthenticated, setServerDown, signIn } from '../session/session';
import { api, download } from './client';
import { request, setFailureHandler } from './transport';
import { parseEvents } from './stream';

const answers: (() => Response | Promise<Response>)[] = [];
const sent: { url: string; init: RequestInit }[] = [];
const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status });
const notifications: string[] = [];

beforeEach(() => {
  localStorage.clear();
  answers.length = 0;
  sent.length = 0;
  notifications.length = 0;
  setFailureHandler((error) => notifications.push(error.outcome));
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const next = answers.shift();
    return next ? Promise.resolve(next()) : Promise.reject(new TypeError('no answer'));
  });
  signIn({
    access_token: 'old',
    refresh_token: 'refresh-1',
    user_data: { id: 'u', name: 'n', role: 'admin', ability: [] },
    store_data: { id: 'str_1', currency: 'KWD' },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
  setServerDown(false);
});
const header = (index: number, name: string) =>
  (sent[index]?.init.headers as Record<string, string> | undefined)?.[name];

describe('the client', () => {
  it('au_08 sends the session with every request, and reads are not cached', async () => {
    answers.push(json(200, { data: 1 }));
    expect(await api.get('/orders', { query: { page: 2, 'filter[status]': ['PEND', 'PAID'], search: '' } })).toEqual({
      data: 1,
    });
    expect(decodeURIComponent(sent[0]?.url ?? '')).toBe('/dashboard/v1/orders?page=2&filter[status]=PEND,PAID');
    expect(header(0, 'Authorization')).toBe('Bearer old');
    expect(header(0, 'X-STORE')).toBe('str_1');
    expect(header(0, 'Accept-Language')).toBe('ar');
    expect(header(0, 'X-Requested-With')).toBe('XMLHttpRequest');
    expect(sent[0]?.init.cache).toBe('no-store');
  });

  it('gu_05 a 401 refreshes once for all calls in flight, then repeats them', async () => {
    answers.push(
      json(401, {}),
      json(401, {}),
      json(200, { data: { access_token: 'new', refresh_token: 'refresh-2' } }),
      json(200, { data: 'a' }),
      json(200, { data: 'b' }),
    );
    const both = await Promise.all([request('GET', '/a'), request('GET', '/b')]);
    expect(both).toHaveLength(2);
    const refreshes = sent.filter((call) => call.url === '/api/refresh-token');
    expect(refreshes).toHaveLength(1);
    expect(refreshes[0]?.init.body).toBe(JSON.stringify({ refreshToken: 'refresh-1' }));
    expect(getSession()).toMatchObject({ accessToken: 'new', refreshToken: 'refresh-2' });
    expect(notifications).toEqual([]);
  });

  it('gu_05 a refresh that fails ends the session', async () => {
    answers.push(json(401, {}), json(401, {}));
    await expect(request('GET', '/a')).rejects.toMatchObject({ outcome: 'signed_out' });
    expect(isAuthenticated()).toBe(false);
    expect(notifications).toEqual(['signed_out']);
  });

  it('gu_05 a refresh that finds no answer, or a server in trouble, leaves the session open', async () => {
    answers.push(json(401, {}), () => Promise.reject(new TypeError('no answer')));
    await expect(request('GET', '/a')).rejects.toMatchObject({ outcome: 'unreachable' });
    expect(isAuthenticated()).toBe(true);
    answers.push(json(401, {}), json(500, {}));
    await expect(request('GET', '/a')).rejects.toMatchObject({ outcome: 'failed' });
    expect(isAuthenticated()).toBe(true);
    expect(notifications).toEqual(['unreachable', 'failed']);
  });

  it('gu_05 a file asked for in a session that is over leads to the sign-in page as any call does', async () => {
    answers.push(json(401, {}), json(401, {}));
    await expect(download('/documents/{id}/file', { path: { id: 'doc_1' } })).rejects.toMatchObject({
      outcome: 'signed_out',
    });
    expect(isAuthenticated()).toBe(false);
  });

  it('tokens that another tab rotated are taken over without a second refresh', async () => {
    answers.push(
      () => {
        localStorage.setItem('accessToken', 'from-tab');
        localStorage.setItem('refreshToken', 'refresh-tab');
        return new Response('{}', { status: 401 });
      },
      json(200, { data: 1 }),
    );
    await request('GET', '/a');
    expect(sent.map((call) => call.url)).toEqual(['/dashboard/v1/a', '/dashboard/v1/a']);
    expect(header(1, 'Authorization')).toBe('Bearer from-tab');
  });

  it('gu_03 no answer and 503 mark the server as down, any other answer clears it, sync does neither', async () => {
    await expect(api.get('/sync', { background: true })).rejects.toMatchObject({ outcome: 'unreachable' });
    expect(getSession().serverDown).toBe(false);
    await expect(request('POST', '/a')).rejects.toMatchObject({ outcome: 'unreachable' });
    expect(getSession().serverDown).toBe(true);
    answers.push(json(404, { message: 'x' }));
    await expect(request('GET', '/b')).rejects.toMatchObject({ outcome: 'not_found', message: 'x' });
    expect(getSession().serverDown).toBe(false);
    answers.push(json(503, {}));
    await expect(request('POST', '/c')).rejects.toMatchObject({ outcome: 'unavailable' });
    expect(getSession().serverDown).toBe(true);
  });

  it('a change that found no answer is sent once more under its key, and without a key never', async () => {
    await expect(request('PUT', '/orders/ord_1', { body: { a: 1 } })).rejects.toMatchObject({ outcome: 'unreachable' });
    expect(sent).toHaveLength(1);
    await expect(request('POST', '/orders', { body: { a: 1 } })).rejects.toMatchObject({ outcome: 'unreachable' });
    expect(sent).toHaveLength(3);
    expect(header(1, 'Idempotency-Key')).toBeTruthy();
    expect(header(2, 'Idempotency-Key')).toBe(header(1, 'Idempotency-Key'));
  });

  it('gc_02 an answer that is not what was agreed is a failure', async () => {
    answers.push(() => new Response('<html>', { status: 200 }));
    await expect(request('GET', '/a')).rejects.toMatchObject({ outcome: 'failed' });
  });

  it('a refused sign-in neither refreshes nor ends anything', async () => {
    answers.push(json(401, { message: 'wrong' }));
    await expect(
      api.post('/login', { body: { identifier: 'a', password: 'b' }, signedIn: false, quiet: true }),
    ).rejects.toMatchObject({
      status: 401,
      message: 'wrong',
    });
    expect(sent).toHaveLength(1);
    expect(isAuthenticated()).toBe(true);
  });
});

describe('the session', () => {
  it('au_07 au_10 keeps what it must, and leaves nothing but the preferences', () => {
    expect(localStorage.getItem('storeCurrency')).toBe('KWD');
    expect(localStorage.getItem('storeId')).toBe('str_1');
    localStorage.setItem('locale', 'en');
    clearSession();
    expect(isAuthenticated()).toBe(false);
    expect([
      localStorage.getItem('accessToken'),
      localStorage.getItem('refreshToken'),
      localStorage.getItem('userData'),
      localStorage.getItem('storeData'),
    ]).toEqual([null, null, null, null]);
    expect(localStorage.getItem('locale')).toBe('en');
  });
});

describe('server-sent events', () => {
  it('are split wherever the network cut them', () => {
    const first = parseEvents(': hello\nevent: change\nid: 7\ndata: {"a":\ndata: 1}\n\nda');
    expect(first.events).toEqual([{ event: 'change', id: '7', data: '{"a":\n1}' }]);
    expect(first.rest).toBe('da');
    expect(parseEvents(`${first.rest}ta: x\r\n\r\n`).events).toEqual([{ event: 'message', id: null, data: 'x' }]);
  });
});
