import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { customersList } from '@/features/customers/customers.api';
import { listSearch } from '@/shared/table/list-search';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/list',
  validateSearch: listSearch(customersList),
  staticData: { resource: 'Customer', title: () => titles.now('customers') },
  component: lazyRouteComponent(() => import('@/features/customers/customers-list-page'), 'CustomersListPage'),
});

const view = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/view/$id',
  staticData: { resource: 'Customer', title: () => titles.now('customers') },
  component: lazyRouteComponent(() => import('@/features/customers/customer-page'), 'CustomerPage'),
});

export const customerRoutes = [list, view] as const;
