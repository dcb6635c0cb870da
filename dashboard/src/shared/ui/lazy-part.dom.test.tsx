import { TextInput } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { StrictMode, Suspense, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Form } from '../forms/form';
import { useApiForm } from '../forms/use-api-form';
import { partWaits } from '../api/parts';
import { openPage, sent, serve, toasts } from '@/test/dom';
import { lazyPage } from './lazy-page';
import { lazyDialog, lazyPart } from './lazy-part';

let online = true;
const line = (isThere: boolean) => {
  online = isThere;
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')));
};
const card = { default: () => <p>The card</p> };
const noLine = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

beforeEach(() => {
  online = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  partWaits.splice(0, partWaits.length, 1, 1, 1);
  serve(() => [200, '']);
});
afterEach(() => vi.restoreAllMocks());

describe('a part of the page on a bad line', () => {
  it('is tried again, and comes', async () => {
    const load = vi.fn().mockImplementationOnce(noLine).mockImplementationOnce(noLine).mockResolvedValue(card);
    const Card = lazyPart(load);
    await openPage(
      <Suspense fallback="waits">
        <Card />
      </Suspense>,
    );
    await screen.findByText('The card');
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('says at once that there is no line, keeps the page around it, and comes with the line', async () => {
    const load = vi.fn<() => Promise<typeof card>>(noLine);
    const Card = lazyPart(load);
    online = false;
    await openPage(
      <StrictMode>
        <h1>Product</h1>
        <Suspense fallback="waits">
          <Card />
        </Suspense>
      </StrictMode>,
    );
    await screen.findByText("This part couldn't load");
    expect(screen.getByRole('heading', { name: 'Product' })).toBeTruthy();
    const tries = load.mock.calls.length;
    load.mockImplementation(() => Promise.resolve(card));
    line(true);
    await screen.findByText('The card');
    expect(load.mock.calls.length).toBe(tries + 1);
  });

  it('errors that the part itself throws reach the surrounding boundary', async () => {
    const Broken = lazyPart(() =>
      Promise.resolve({
        default: () => {
          throw new Error('of its own');
        },
      }),
    );
    await expect(
      openPage(
        <Suspense fallback="waits">
          <Broken />
        </Suspense>,
      ).then(() => screen.findByText("This part couldn't load", undefined, { timeout: 200 })),
    ).rejects.toThrow();
  });

  it('a dialog that failed to load is reported, counts as closed, and opens on the next attempt', async () => {
    const load = vi.fn<() => Promise<{ default: React.ComponentType<{ onClose: () => void }> }>>(noLine);
    const Sure = lazyDialog(load);
    function Page() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button onClick={() => setOpen(true)}>Refund</button>
          {open && (
            <Suspense fallback={null}>
              <Sure onClose={() => setOpen(false)} />
            </Suspense>
          )}
        </>
      );
    }
    online = false;
    const { user } = await openPage(<Page />);
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    expect((await screen.findByRole('alert')).textContent).toContain("You're offline");
    online = true;
    load.mockImplementation(() => Promise.resolve({ default: () => <p>The dialog</p> }));
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await screen.findByText('The dialog');
  });
});

describe('the page of a route', () => {
  it('a failed prefetch is ignored: the visit requests again', async () => {
    const load = vi
      .fn()
      .mockImplementationOnce(noLine)
      .mockResolvedValue({ Orders: () => <p>The orders</p> });
    const Orders = lazyPage(load as () => Promise<{ Orders: () => React.JSX.Element }>, 'Orders');
    await Orders.preload?.();
    await openPage(
      <Suspense fallback="waits">
        <Orders />
      </Suspense>,
    );
    await screen.findByText('The orders');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('a prefetched page is rendered at once, without its fallback', async () => {
    const Orders = lazyPage(() => Promise.resolve({ Orders: () => <p>The orders</p> }), 'Orders');
    await Orders.preload?.();
    const Fallback = vi.fn(() => <p>waits</p>);
    await openPage(
      <Suspense fallback={<Fallback />}>
        <Orders />
      </Suspense>,
    );
    expect(screen.getByText('The orders')).toBeTruthy();
    expect(Fallback).not.toHaveBeenCalled();
  });
});

describe('a version that changed', () => {
  const reload = vi.fn();
  beforeEach(() => {
    reload.mockClear();
    sessionStorage.clear();
    vi.stubGlobal('location', { ...window.location, reload });
    document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
    vi.stubGlobal('AbortSignal', { ...AbortSignal, timeout: () => undefined });
  });
  const index = (entry: string) => {
    vi.stubGlobal('fetch', async () => ({
      ok: true,
      text: async () => `<div id="root"></div><script type="module" crossorigin src="${entry}"></script>`,
    }));
  };
  const show = async () => {
    const Card = lazyPart<typeof card.default>(vi.fn(noLine));
    await openPage(
      <Suspense fallback="waits">
        <Card />
      </Suspense>,
    );
  };

  it('reloads once for it', async () => {
    index('/assets/index-new.js');
    await show();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await show();
    await screen.findByText(/A new version/);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('never for the same version, and never over what is not saved', async () => {
    index('/assets/index-old.js');
    await show();
    await screen.findByText(/Check your internet connection/);
    const { registerUnsavedCheck } = await import('../lib/unsaved');
    const forget = registerUnsavedCheck(() => true);
    index('/assets/index-new.js');
    await show();
    await screen.findByText(/A new version/);
    // Asked for by hand as well.
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(toasts()[0]?.textContent).toContain('Save your work'));
    expect(reload).not.toHaveBeenCalled();
    forget();
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(sent).toBeDefined();
  });
});

describe('trying again', () => {
  const reload = vi.fn();
  beforeEach(() => {
    reload.mockClear();
    sessionStorage.clear();
    document.head.innerHTML = '';
    vi.stubGlobal('location', { ...window.location, reload });
  });
  const retry = () => screen.findByRole('button', { name: 'Try again' });
  /** A part that never loads, beside a form with unsaved input. */
  const show = async () => {
    const load = vi.fn<() => Promise<typeof card>>(noLine);
    const Card = lazyPart(load);
    function Page() {
      const form = useApiForm({ initialValues: { name: '' } });
      return (
        <>
          <Form form={form} onSave={async () => undefined}>
            <TextInput label="Name" {...form.getInputProps('name')} />
          </Form>
          <Suspense fallback="waits">
            <Card />
          </Suspense>
        </>
      );
    }
    const page = await openPage(<Page />);
    await screen.findByText(/Check your internet connection/);
    return { ...page, load };
  };
  const again = async (page: Awaited<ReturnType<typeof show>>) => {
    const before = page.load.mock.calls.length;
    await page.user.click(await retry());
    await waitFor(() => expect(page.load.mock.calls.length).toBeGreaterThan(before));
    await retry();
  };

  it('f12_5: the tries are remembered, and the one after the second failure loads the page anew', async () => {
    const page = await show();
    await again(page);
    expect(reload).not.toHaveBeenCalled();
    await page.user.click(await retry());
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('f12_5: it asks again and never reloads over what is being written', async () => {
    const page = await show();
    await page.user.type(screen.getByLabelText('Name'), 'Mug');
    for (let count = 0; count < 3; count += 1) await again(page);
    expect(reload).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mug');
  });

  it('f12_5: it never reloads into the error page of the browser', async () => {
    const page = await show();
    await again(page);
    online = false;
    await again(page);
    await again(page);
    expect(reload).not.toHaveBeenCalled();
  });
});
