import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { importsList, rowsList } from '@/features/imports/imports.model';
import { listSearch } from '@/shared/table/list-search';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/import',
  validateSearch: listSearch(importsList),
  staticData: { resource: 'Product', title: () => titles.now('imports') },
  component: lazyRouteComponent(() => import('@/features/imports/imports-page'), 'ImportsPage'),
});

const view = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/import/$id',
  validateSearch: listSearch(rowsList),
  staticData: { resource: 'Product', title: () => titles.now('imports') },
  component: lazyRouteComponent(() => import('@/features/imports/import-page'), 'ImportPage'),
});

export const importRoutes = [list, view] as const;
