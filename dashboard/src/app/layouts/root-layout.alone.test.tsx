import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve } from '@/test/dom';
import { setLanguage } from '@/shared/i18n/language';
import { partWaits } from '@/shared/api/parts';
import { getSession, signIn, type UserData } from '@/shared/session/session';
import { App } from '../app';
import { router } from '../router';
import { setLayoutChoice } from './layout-choice';
import { part } from '@/test/part';

const missingChunk = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
/** The state of each lazy part of the shell: loaded, loading, or failed. */
const parts = vi.hoisted(() => {
  const waits = () => new Promise<never>(() => undefined);
  return { extras: waits, behalf: waits, top: waits };
});
vi.mock('./page-extras', () => parts.extras());
vi.mock('./on-behalf-banner', () => parts.behalf());
vi.mock('./horizontal-layout', () => parts.top());

const open = async () => {
  render(<App />);
  act(() => void router.navigate({ href: '/account/security' }));
  // The page's code is imported for the first time here, which is slow under load.
  await waitFor(() => expect(router.state.status).toBe('idle'));
};

beforeEach(() => {
  setLanguage('en');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  partWaits.splice(0, partWaits.length, 1, 1, 1);
  serve(() => [200, { data: [] }]);
  Object.assign(parts, { extras: missingChunk, behalf: missingChunk, top: missingChunk });
});
afterEach(() => {
  setLayoutChoice('vertical');
  vi.restoreAllMocks();
});

describe('what the shell fetches around a page', () => {
  it('f12_5: the way to the top that did not come leaves no trace below the page', async () => {
    await open();
    await screen.findByRole('heading', { level: 1 });
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(screen.queryByText("This part couldn't load")).toBeNull();
  });

  it('f12_5: the menu on top that did not come gives way to the one at the side, and the page stays', async () => {
    setLayoutChoice('horizontal');
    await open();
    await screen.findByRole('complementary', { name: 'Sidebar' });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText("This part couldn't load")).toBeNull();
  });

  it('f12_5: an operator sees in whose name they act, although the way out did not come', async () => {
    const { user, store } = getSession();
    signIn({
      access_token: 'token',
      refresh_token: 'refresh',
      user_data: part<UserData>({ ...user, operator: 'Sami' }),
      store_data: store,
    });
    await open();
    expect((await screen.findByRole('region', { name: 'Signed in as a merchant' })).textContent).toContain('Sami');
  });
});

describe('a layout that is on its way', () => {
  it('f12_5: has the shape of the shell', async () => {
    vi.resetModules();
    parts.top = () => new Promise(() => undefined);
    const [{ App: Fresh }, { router: own }, choice] = await Promise.all([
      import('../app'),
      import('../router'),
      import('./layout-choice'),
    ]);
    choice.setLayoutChoice('horizontal');
    const view = render(<Fresh />);
    act(() => void own.navigate({ href: '/account/security' }));
    await waitFor(() => expect(view.container.querySelector('.boot .boot-head')).toBeTruthy());
  });
});
