import { createRoute } from '@tanstack/react-router';
import { missedList, redirectSearch, redirectsList } from '@/features/redirects/redirects.search';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { settingsShell } from './settings-shell';

/** The tabs of the redirects; it has no address of its own. */
const tabs = createRoute({
  getParentRoute: () => settingsShell,
  id: 'redirects-shell',
  component: lazyPage(() => import('@/features/redirects/redirects-shell'), 'RedirectsShell'),
});

const list = createRoute({
  getParentRoute: () => tabs,
  path: '/settings/store/redirects',
  validateSearch: listSearch(redirectsList),
  staticData: { needs: 'read Page', title: () => titles.now('redirects') },
  component: lazyPage(() => import('@/features/redirects/redirects-list-page'), 'RedirectsListPage'),
});

const form = createRoute({
  getParentRoute: () => list,
  path: '$id',
  // The missed address that a new one is for.
  validateSearch: redirectSearch,
  staticData: { needs: 'read Page', shape: 'dialog', title: () => titles.now('redirect') },
  component: lazyPage(() => import('@/features/redirects/redirect-drawer'), 'RedirectDrawer'),
});

const missed = createRoute({
  getParentRoute: () => tabs,
  path: '/settings/store/redirects/missed',
  validateSearch: listSearch(missedList),
  staticData: { needs: 'read Page', title: () => titles.now('missedAddresses') },
  component: lazyPage(() => import('@/features/redirects/missed-list-page'), 'MissedListPage'),
});

/** Of the settings' shell. */
export const redirectTabs = tabs.addChildren([list.addChildren([form]), missed]);
