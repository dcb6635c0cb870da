import { createRoute } from '@tanstack/react-router';
import { importsList, rowsList } from '@/features/imports/imports.search';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/import',
  validateSearch: listSearch(importsList),
  staticData: { needs: 'read Product', title: () => titles.now('imports') },
  component: lazyPage(() => import('@/features/imports/imports-page'), 'ImportsPage'),
});

const view = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/import/$id',
  validateSearch: listSearch(rowsList),
  staticData: { needs: 'read Product', shape: 'detail', title: () => titles.now('imports') },
  component: lazyPage(() => import('@/features/imports/import-page'), 'ImportPage'),
});

const customers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/import',
  validateSearch: listSearch(importsList),
  staticData: { needs: 'read Customer', title: () => titles.now('customerImports') },
  component: lazyPage(() => import('@/features/imports/customers/customer-imports-page'), 'CustomerImportsPage'),
});

const customer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/import/$id',
  validateSearch: listSearch(rowsList),
  staticData: { needs: 'read Customer', shape: 'detail', title: () => titles.now('customerImports') },
  component: lazyPage(() => import('@/features/imports/customers/customer-imports-page'), 'CustomerImportPage'),
});

export const importRoutes = [list, view, customers, customer] as const;
