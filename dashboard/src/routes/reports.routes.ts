import { createRoute } from '@tanstack/react-router';
import { reportSearch } from '@/features/reports/reports.search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const ecommerce = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard/ecommerce',
  validateSearch: reportSearch,
  staticData: { needs: 'read Order', shape: 'detail', title: () => titles.now('salesReport') },
  component: lazyPage(() => import('@/features/reports/sales-page'), 'SalesPage'),
});

const analytics = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard/analytics',
  validateSearch: reportSearch,
  staticData: { needs: 'read Dashboard', shape: 'detail', title: () => titles.now('visitsReport') },
  component: lazyPage(() => import('@/features/reports/visits-page'), 'VisitsPage'),
});

export const reportRoutes = [ecommerce, analytics] as const;
