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

const add = createRoute({
  getParentRoute: () => list,
  path: 'new',
  staticData: { resource: 'Customer', action: 'create', title: () => titles.now('customerAdd') },
  component: lazyRouteComponent(() => import('@/features/customers/customer-drawer'), 'NewCustomerDrawer'),
});

const view = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/view/$id',
  staticData: { resource: 'Customer', title: () => titles.now('customers') },
  component: lazyRouteComponent(() => import('@/features/customers/customer-page'), 'CustomerPage'),
});

const edit = createRoute({
  getParentRoute: () => view,
  path: 'edit',
  staticData: { resource: 'Customer', action: 'update', title: () => titles.now('customerEdit') },
  component: lazyRouteComponent(() => import('@/features/customers/customer-drawer'), 'EditCustomerDrawer'),
});

const duplicates = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/duplicates',
  staticData: { resource: 'Customer', title: () => titles.now('customerDuplicates') },
  component: lazyRouteComponent(() => import('@/features/customers/duplicates-page'), 'DuplicatesPage'),
});

export const customerRoutes = [list.addChildren([add]), view.addChildren([edit]), duplicates] as const;
