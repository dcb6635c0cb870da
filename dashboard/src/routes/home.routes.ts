import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { titles } from './i18n';
import { rootRoute } from './root';

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { resource: 'Dashboard', title: () => titles.now('home') },
  component: lazyRouteComponent(() => import('@/features/home/home-page'), 'HomePage'),
});

const ready = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ready',
  staticData: { layout: 'full', title: () => titles.now('ready') },
  component: lazyRouteComponent(() => import('@/features/onboarding/ready-page'), 'ReadyPage'),
});

export const homeRoutes = [home, ready] as const;
