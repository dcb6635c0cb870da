import { createRoute } from '@tanstack/react-router';
import { homeSearch } from '@/features/home/home.search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: homeSearch,
  staticData: { needs: 'read Dashboard', shape: 'detail', title: () => titles.now('home') },
  component: lazyPage(() => import('@/features/home/home-page'), 'HomePage'),
});

const ready = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ready',
  staticData: { layout: 'full', title: () => titles.now('ready') },
  component: lazyPage(() => import('@/features/onboarding/ready-page'), 'ReadyPage'),
});

export const homeRoutes = [home, ready] as const;
