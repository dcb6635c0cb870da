// Harness of component tests: a page in jsdom with the app's providers, a memory router and a fake server. Files that
// use it are called `*.dom.test.tsx` or `*.alone.test.tsx` (docs/ci.md).
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { runReaction, reactTo } from '@/app/failures';
import { setScreens } from '@/modules/screens/screens';
import { appRoutes } from '@/routes/app-routes';
import { setFailureHandler } from '@/shared/api/transport';
import { setLanguage, type Language } from '@/shared/i18n/language';
import { parseSearch, stringifySearch } from '@/shared/lib/search-params';
import { clearSession, setServerDown, signIn, type Ability } from '@/shared/session/session';
import { ConfirmHost } from '@/shared/ui/confirm';
import { cssVariablesResolver, theme } from '@/shared/ui/theme';
import { ToastHost } from '@/shared/ui/toast';

// Pages check the permissions of the screens that they link to.
setScreens(appRoutes);

export interface Sent {
  method: string;
  /** Path with its query, decoded. */
  url: string;
  /** The parsed body when it is a JSON object. */
  body: Record<string, unknown> | undefined;
}
type Answer = [status: number, body: unknown];

/** All requests of the page, in order. */
export const sent: Sent[] = [];
let answer: (call: Sent) => Answer | Promise<Answer> = () => [404, { message: 'no such call' }];

/** Sets the fake server's answers. */
export function serve(server: (call: Sent) => Answer | Promise<Answer>): void {
  answer = server;
}

export function signInAs(ability: Ability[] = [{ action: 'manage', subject: 'all' }], store: object = {}): void {
  signIn({
    access_token: 'token',
    refresh_token: 'refresh',
    user_data: { id: 'usr_1', name: 'نورة', role: 'admin', ability },
    store_data: {
      id: 'str_1',
      name: 'دكان',
      currency: 'SAR',
      languages: ['ar', 'en'],
      timezone: 'Asia/Riyadh',
      ...store,
    },
  });
}

/** Pages that failures redirected to. */
export const navigations: string[] = [];

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  navigations.length = 0;
  setLanguage('en');
  signInAs();
  setFailureHandler((error, call) => runReaction(reactTo(error, call), error, (to) => void navigations.push(to)));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = {
      method: init.method ?? 'GET',
      url: decodeURIComponent(url).replace('/dashboard/v1', ''),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Sent['body']) : undefined,
    };
    sent.push(call);
    const [status, body] = await answer(call);
    return {
      ok: status < 400 && status >= 200,
      status,
      headers: new Headers(),
      text: async () => JSON.stringify(body),
    };
  });
  // Stubs of browser functions that Mantine needs and jsdom lacks.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') });
  Object.assign(document, { fonts: new EventTarget() });
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.checkVisibility = () => true;
  window.scrollTo = () => {};
});

/** Sets a phone's screen width until the end of the test. */
export const onPhone = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('max-width'),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }));

/** The visible toasts. */
export const toasts = () => [
  ...document.querySelectorAll<HTMLElement>('[aria-live] [role=alert], [aria-live] [role=status]'),
];

afterEach(() => {
  // Closes the toasts, which outlive a page.
  for (const message of toasts()) fireEvent.click(message.querySelector('button') as HTMLElement);
  cleanup();
  clearSession();
  setServerDown(false);
  vi.unstubAllGlobals();
});

/** Opens a page at an address, under the path that parses its parameters; its links lead to `Elsewhere`. */
export async function openPage(
  page: ReactNode,
  { at = '/', path = '/', language = 'en' }: { at?: string; path?: string; language?: Language } = {},
) {
  setLanguage(language);
  const root = createRootRoute({ component: Outlet });
  const own = createRoute({ getParentRoute: () => root, path, component: () => page });
  const other = createRoute({ getParentRoute: () => root, path: '$', component: () => <h1>Elsewhere</h1> });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({
    routeTree: root.addChildren([own, other]),
    history,
    parseSearch,
    stringifySearch,
    defaultPendingMinMs: 0,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await router.load();
  const dir = language === 'ar' ? 'rtl' : 'ltr';
  const view = render(
    <DirectionProvider initialDirection={dir}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
        <QueryClientProvider client={client}>
          <RouterProvider<typeof router> router={router} />
          <ConfirmHost />
          <ToastHost />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>,
  );
  return {
    ...view,
    user: userEvent.setup(),
    /** The current address. */
    address: () => history.location.href,
    history,
    client,
  };
}
