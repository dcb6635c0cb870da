import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sent, serve, toasts } from '@/test/dom';
import { setLanguage } from '@/shared/i18n/language';
import { clearSession, setServerDown } from '@/shared/session/session';
import { usePageName } from '@/shared/ui/page-name';
import { setSkin } from '@/shared/ui/skin';
import { toast, toastDuration } from '@/shared/ui/toast';
import { App } from './app';
import { chunkTimeout, watchPending } from './chunks';
import { setLayoutChoice, setMenuCollapsed } from './layouts/layout-choice';
import { router } from './router';

/** The navigation is not awaited: the router settles only while the app is rendered. */
const go = async (path: string) => {
  act(() => void router.navigate({ href: path }));
  await waitFor(() => expect(router.state.status).toBe('idle'));
};

/** The whole app at an address, as the browser opens it. */
async function openApp(path: string) {
  render(<App />);
  await go(path);
  await screen.findByRole('heading', { level: 1 });
}
const heading = async (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => serve(() => [200, { data: [] }]));
afterEach(() => {
  vi.useRealTimers();
  setLayoutChoice('vertical');
});

describe('the shell', () => {
  it('SH-01: Arabic from right to left unless English was chosen, and the choices are kept', async () => {
    clearSession();
    setLanguage('ar');
    await openApp('/error');
    expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' });
    expect(localStorage.getItem('rtl')).toBe('true');
    act(() => setLanguage('en'));
    expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' });
    act(() => setSkin('dark'));
    act(() => setMenuCollapsed(true));
    expect(['locale', 'rtl', 'skin', 'menuCollapsed'].map((key) => localStorage.getItem(key))).toEqual([
      'en',
      'false',
      'dark',
      'true',
    ]);
    act(() => setSkin('light'));
    act(() => setMenuCollapsed(false));
  });

  it('SH-02: a route says its layout; the side menu may be a line on top', async () => {
    await openApp('/account/security');
    expect(screen.getByRole('complementary', { name: 'Sidebar' })).toBeTruthy();
    act(() => setLayoutChoice('horizontal'));
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeTruthy();
    expect(screen.queryByRole('complementary')).toBeNull();
    await go('/under-maintenance');
    await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull());
  });

  it('SH-03: the title is the name of the platform and of the page, in the language of the moment', async () => {
    clearSession();
    await openApp('/not-authorized');
    expect(document.title).toMatch(/^Rawaj · .+/);
    const before = document.title;
    await go('/error-404');
    await waitFor(() => expect(document.title).not.toBe(before));
    act(() => setLanguage('ar'));
    await waitFor(() => expect(document.title).toBe('رواج · الصفحة غير موجودة'));
  });

  it('SH-03: a page that is one of many says which it is, as long as it is open', async () => {
    function One({ name }: { name: string }) {
      usePageName(name);
      return null;
    }
    await openApp('/account/security');
    const before = document.title;
    const page = render(<One name="Order #1001" />);
    await waitFor(() => expect(document.title).toBe('Rawaj · Order #1001'));
    page.rerender(<One name="Order #1002" />);
    await waitFor(() => expect(document.title).toBe('Rawaj · Order #1002'));
    page.unmount();
    await waitFor(() => expect(document.title).toBe(before));
  });

  it('SH-04: the way back to the top appears after 250 px', async () => {
    const scrolled = vi.fn();
    window.scrollTo = scrolled;
    await openApp('/account/security');
    const scroll = (y: number) =>
      act(() => {
        Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
        Object.defineProperty(window, 'pageYOffset', { value: y, configurable: true });
        fireEvent.scroll(window);
      });
    scroll(250);
    expect(screen.queryByRole('button', { name: 'Back to top' })).toBeNull();
    scroll(251);
    fireEvent.click(await screen.findByRole('button', { name: 'Back to top' }));
    expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
    scroll(0);
  });

  it('SH-06: a message stays five seconds', async () => {
    clearSession();
    await openApp('/error');
    expect(toastDuration).toBe(5000);
    vi.useFakeTimers();
    act(() => toast.success('Kept'));
    act(() => void vi.advanceTimersByTime(4999));
    expect(toasts()).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(2));
    expect(toasts()).toHaveLength(0);
  });

  it('SH-06: a chunk that has not loaded after two minutes is reported, with a way to reload', async () => {
    clearSession();
    await openApp('/error');
    expect(chunkTimeout).toBe(120_000);
    vi.useFakeTimers();
    watchPending()();
    vi.advanceTimersByTime(chunkTimeout + 1);
    expect(screen.queryByRole('dialog')).toBeNull();
    watchPending();
    act(() => void vi.advanceTimersByTime(chunkTimeout));
    vi.useRealTimers();
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Reload');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('SH-08: an unknown path goes to /error-404', async () => {
    clearSession();
    await openApp('/no/such/page');
    expect(router.state.location.pathname).toBe('/error-404');
    await heading('Page Not Found');
  });

  it('GU-09: every page of trouble opens without a session and without a server', async () => {
    clearSession();
    serve(() => {
      throw new TypeError('no answer');
    });
    await openApp('/error-404');
    const before = sent.length;
    const titles = new Set([screen.getByRole('heading', { level: 1 }).textContent]);
    for (const path of [
      '/not-authorized',
      '/under-maintenance',
      '/error',
      '/pages/miscellaneous/coming-soon',
      '/execution-failed?process=77',
      '/server-unreachable',
    ]) {
      await go(path);
      await waitFor(() => expect(titles.has(screen.getByRole('heading', { level: 1 }).textContent)).toBe(false));
      titles.add(screen.getByRole('heading', { level: 1 }).textContent);
      if (path.includes('process')) expect(document.body.textContent).toContain('77');
    }
    expect(titles.size).toBe(7);
    expect(sent.length).toBe(before);
  });

  it('GU-09: a feature outside of the plan has a page too, for who is signed in', async () => {
    await openApp('/feature-locked');
    await heading("This feature isn't available in your current plan!");
    expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
  });

  it('GU-09: "try again" asks the server, says that it is still away, and goes back when it answers', async () => {
    setServerDown(true);
    serve(() => {
      throw new TypeError('no answer');
    });
    await openApp('/account/security');
    expect(router.state.location.pathname).toBe('/server-unreachable');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/Still not responding/);
    serve(() => [200, { data: [] }]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/security'));
  });

  it('GU-03: the page goes back by itself when the connection is there again', async () => {
    setServerDown(true);
    serve(() => {
      throw new TypeError('no answer');
    });
    await openApp('/account/security');
    expect(router.state.location.pathname).toBe('/server-unreachable');
    serve(() => [200, { data: [] }]);
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/security'));
  });
});
