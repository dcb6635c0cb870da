import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/menus',
  staticData: { needs: 'read Menu', title: () => titles.now('menus') },
  component: lazyPage(() => import('@/features/menus/menus-list-page'), 'MenusListPage'),
});

const editor = createRoute({
  getParentRoute: () => rootRoute,
  path: '/menus/$menu',
  staticData: { needs: 'read Menu', title: () => titles.now('menu') },
  component: lazyPage(() => import('@/features/menus/menu-page'), 'MenuPage'),
});

// ST-01: the address that the settings have for it.
const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/store/menus',
  staticData: { needs: 'read Menu' },
  beforeLoad: () => {
    throw redirect({ to: '/menus', replace: true });
  },
});

export const menuRoutes = [list, editor, settings] as const;
