import { createRoute } from '@tanstack/react-router';
import { callQueueSearch, figuresSearch } from '@/features/confirm/confirm.search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const meta = { needs: 'read Order', title: () => titles.now('confirm') } as const;

const callQueue = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/confirm',
  validateSearch: callQueueSearch,
  staticData: { ...meta, shape: 'detail' },
  component: lazyPage(() => import('@/features/confirm/call-queue-page'), 'CallQueuePage'),
});

const waiting = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/confirm/waiting',
  staticData: meta,
  component: lazyPage(() => import('@/features/confirm/waiting-pages'), 'WaitingPage'),
});

const unreachable = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/confirm/unreachable',
  staticData: meta,
  component: lazyPage(() => import('@/features/confirm/waiting-pages'), 'UnreachablePage'),
});

const wrongNumbers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/confirm/wrong-numbers',
  staticData: meta,
  component: lazyPage(() => import('@/features/confirm/waiting-pages'), 'WrongNumbersPage'),
});

const deposits = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/confirm/deposits',
  staticData: meta,
  component: lazyPage(() => import('@/features/confirm/waiting-pages'), 'DepositsPage'),
});

const figures = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/confirm/figures',
  validateSearch: figuresSearch,
  staticData: { ...meta, shape: 'detail' },
  component: lazyPage(() => import('@/features/confirm/figures-page'), 'FiguresPage'),
});

export const confirmRoutes = [callQueue, waiting, unreachable, wrongNumbers, deposits, figures] as const;
