import { createRoute } from '@tanstack/react-router';
import { customersList } from '@/features/customers/customers.search';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/list',
  validateSearch: listSearch(customersList),
  staticData: { needs: 'read Customer', title: () => titles.now('customers') },
  component: lazyPage(() => import('@/features/customers/customers-list-page'), 'CustomersListPage'),
});

const add = createRoute({
  getParentRoute: () => list,
  path: 'new',
  staticData: { needs: 'create Customer', shape: 'dialog', title: () => titles.now('customerAdd') },
  component: lazyPage(() => import('@/features/customers/customer-drawer'), 'NewCustomerDrawer'),
});

const newSegment = createRoute({
  getParentRoute: () => list,
  path: 'segment',
  staticData: { needs: 'update Customer', shape: 'dialog', title: () => titles.now('customerSegmentAdd') },
  component: lazyPage(() => import('@/features/customers/segments/segment-drawer'), 'NewSegmentDrawer'),
});

const view = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/view/$id',
  staticData: { needs: 'read Customer', shape: 'detail', title: () => titles.now('customers') },
  component: lazyPage(() => import('@/features/customers/customer-page'), 'CustomerPage'),
});

const edit = createRoute({
  getParentRoute: () => view,
  path: 'edit',
  staticData: { needs: 'update Customer', shape: 'dialog', title: () => titles.now('customerEdit') },
  component: lazyPage(() => import('@/features/customers/customer-drawer'), 'EditCustomerDrawer'),
});

const duplicates = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/duplicates',
  staticData: { needs: 'read Customer', title: () => titles.now('customerDuplicates') },
  component: lazyPage(() => import('@/features/customers/duplicates-page'), 'DuplicatesPage'),
});

const segments = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/segments',
  staticData: { needs: 'read Customer', title: () => titles.now('customerSegments') },
  component: lazyPage(() => import('@/features/customers/segments/segments-page'), 'SegmentsPage'),
});

const segment = createRoute({
  getParentRoute: () => segments,
  path: '$segment',
  validateSearch: (raw: Record<string, unknown>): { from?: string } =>
    typeof raw.from === 'string' && raw.from ? { from: raw.from } : {},
  staticData: { needs: 'update Customer', shape: 'dialog', title: () => titles.now('customerSegment') },
  component: lazyPage(() => import('@/features/customers/segments/segment-drawer'), 'SegmentDrawer'),
});

export const customerRoutes = [
  list.addChildren([add, newSegment]),
  view.addChildren([edit]),
  duplicates,
  segments.addChildren([segment]),
] as const;
