import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LineBanner } from '@/app/layouts/line-banner';
import { openPage, sent, serve, toasts } from '@/test/dom';
import { clearSession } from '../session/session';
import { hasUnsavedWork } from '../lib/unsaved';
import { request } from './transport';
import { useApiMutation } from './use-api-mutation';
import { getWaiting, cancelWaitingChange } from './waiting';

let online = true;
const line = (isThere: boolean) => {
  online = isThere;
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')));
};
beforeEach(() => {
  online = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  serve(() => [200, { data: {} }]);
});
afterEach(() => {
  for (const { id } of getWaiting()) cancelWaitingChange(id);
  vi.restoreAllMocks();
});

function Page() {
  const change = useApiMutation({
    run: (status: string) => request('PUT', '/orders/ord_1/status', { body: { status } }),
    invalidates: [],
  });
  return (
    <main>
      <LineBanner />
      <h1>Order #1002</h1>
      <button disabled={change.isPending} onClick={() => change.mutate('PRCS')}>
        Start processing
      </button>
    </main>
  );
}
const changes = () => sent.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`);
const closing = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

describe('a change without a line', () => {
  it('is said and listed, and taken back leaves nothing behind', async () => {
    const { user } = await openPage(<Page />);
    line(false);
    await screen.findByText("You're offline");
    await user.click(screen.getByRole('button', { name: 'Start processing' }));
    await screen.findByText("1 change will be sent when you're back online");
    expect(screen.getByRole('listitem').textContent).toContain('Start processing · Order #1002');
    expect(closing()).toBe(true);
    expect(hasUnsavedWork()).toBe(true);
    await user.click(screen.getByRole('button', { name: "Don't send" }));
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start processing' }).disabled).toBe(false),
    );
    expect(closing()).toBe(false);
    line(true);
    expect(sent).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  it('is sent once with the line, in the order in which it was asked for, and a toast says so', async () => {
    await openPage(<Page />);
    line(false);
    const all = Promise.all([
      request('POST', '/a', { body: { n: 1 } }),
      request('PUT', '/b', { body: { n: 2 } }),
      request('DELETE', '/c'),
    ]);
    expect(getWaiting()).toHaveLength(3);
    line(true);
    await act(() => all);
    expect(changes()).toEqual(['POST /a', 'PUT /b', 'DELETE /c']);
    await waitFor(() => expect(toasts().map((one) => one.textContent)).toEqual(['Back online: 3 changes sent']));
    expect(getWaiting()).toEqual([]);
  });

  it('a line that drops again in the middle loses nothing', async () => {
    await openPage(<Page />);
    line(false);
    const response = request('POST', '/a');
    serve(() => {
      online = false;
      throw new TypeError('gone');
    });
    line(true);
    await waitFor(() => expect(getWaiting()).toMatchObject([{ isSending: false }]));
    serve(() => [200, { data: 1 }]);
    line(true);
    await act(() => response);
    expect(sent).toHaveLength(2);
  });

  it('a later refusal of the server is reported, and the next request is sent', async () => {
    await openPage(<Page />);
    line(false);
    const first = request('PUT', '/a').catch((error: unknown) => error);
    const second = request('PUT', '/b');
    serve(({ url }) => (url === '/a' ? [409, { message: 'Already shipped' }] : [200, {}]));
    line(true);
    await act(() => Promise.all([first, second]));
    const toastTexts = toasts().map((one) => one.textContent);
    expect(toastTexts.some((text) => text?.includes('Already shipped'))).toBe(true);
    expect(toastTexts).toContain('Back online: 1 change sent');
  });

  it('is not sent in the name of another', async () => {
    await openPage(<Page />);
    line(false);
    const refused = request('PUT', '/a').catch((error: { outcome: string }) => error.outcome);
    act(() => clearSession());
    expect(await refused).toBe('aborted');
    line(true);
    expect(sent).toEqual([]);
  });

  it('signing in and what runs in the background do not wait', async () => {
    line(false);
    await request('POST', '/login', { signedIn: false });
    await request('PUT', '/settings/x', { background: true });
    expect(sent).toHaveLength(2);
  });
});

/** The connection drops while a call of this kind is in flight. */
const dropDuring = (method: string) =>
  serve((call) => {
    if (call.method !== method) return [200, { data: {} }];
    online = false;
    throw new TypeError('Failed to fetch');
  });

describe('a change that is on its way when the line drops', () => {
  it('f12_5: waits where it carries a key, and goes again under the same one', async () => {
    await openPage(<Page />);
    const keys: unknown[] = [];
    const plain = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (init.method === 'POST') keys.push((init.headers as Record<string, string>)['Idempotency-Key']);
      return plain(url, init);
    });
    dropDuring('POST');
    const response = request('POST', '/orders/ord_1/notes', { body: { text: 'Called' } });
    await waitFor(() => expect(getWaiting()).toMatchObject([{ isSending: false }]));
    serve(() => [200, { data: 1 }]);
    line(true);
    expect(await act(() => response)).toEqual({ data: 1 });
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    await waitFor(() => expect(toasts().map((one) => one.textContent)).toEqual(['Back online: 1 change sent']));
  });

  it('f12_5: is asked for again until the answer of its first sending is there', async () => {
    let tries = 0;
    serve(() => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch');
      return tries === 2 ? [409, { code: 'idempotency_key_busy', message: 'Busy' }] : [200, { data: 'made' }];
    });
    expect(await request('POST', '/orders/ord_1/notes')).toEqual({ data: 'made' });
    expect(toasts()).toEqual([]);
  });

  it('f12_5: a request that must not be repeated is not queued: the reader sees what to check', async () => {
    const { user } = await openPage(<Page />);
    dropDuring('PUT');
    await user.click(screen.getByRole('button', { name: 'Start processing' }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    const toastText = toasts()[0]?.textContent?.replaceAll(/[\u2068\u2069]/g, '');
    expect(toastText).toContain("We don't know if your change went through");
    expect(toastText).toContain('during “Start processing”');
    expect(toastText).toContain('check “Order #1002” before you try again');
    expect(getWaiting()).toEqual([]);
    line(true);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(changes()).toEqual(['PUT /orders/ord_1/status']);
  });

  it('f12_5: that waited and must not go twice is sent over a line that was tried first', async () => {
    await openPage(<Page />);
    line(false);
    const response = request('PUT', '/a');
    let isCarrying = false;
    serve(({ method }) => {
      if (isCarrying) return [200, { data: 1 }];
      if (method === 'GET') {
        isCarrying = true;
        online = false;
      }
      throw new TypeError('Failed to fetch');
    });
    line(true);
    await waitFor(() => expect(getWaiting()).toMatchObject([{ isSending: false }]));
    expect(changes()).toEqual([]);
    line(true);
    await act(() => response);
    expect(changes()).toEqual(['PUT /a']);
  });

  it('f12_5: a question that is asked by POST is no change', async () => {
    await openPage(<Page />);
    line(false);
    serve(() => {
      throw new TypeError('Failed to fetch');
    });
    await expect(request('POST', '/orders/ord_1/edit/preview', { reads: true, quiet: true })).rejects.toMatchObject({
      outcome: 'unreachable',
    });
    expect(getWaiting()).toEqual([]);
  });
});
