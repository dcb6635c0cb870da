import { createRoute } from '@tanstack/react-router';
import { heldList } from '@/features/orders/addresses/addresses.search';
import { openCasesList } from '@/features/orders/payment-cases/payment-cases.search';
import { orderSearch, ordersList, ordersSearch } from '@/features/orders/orders.search';
import { orderPageQuery } from '@/modules/order-brief/order-page.api';
import { queryClient } from '@/shared/api/query-client';
import { resource } from '@/shared/api/resource';
import { keepList } from '@/shared/table/kept-list';
import { listParams, listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const kept = keepList('/orders/list');

/** The list stays below the pages of its orders; the frame has no address of its own. */
const frame = createRoute({
  getParentRoute: () => rootRoute,
  id: 'orders-frame',
  component: kept.Frame,
});

const list = createRoute({
  getParentRoute: () => frame,
  path: '/orders/list',
  validateSearch: ordersSearch,
  beforeLoad: kept.beforeLoad,
  loaderDeps: ({ search }) => search,
  // Prefetches the rows while the page's code loads; the page finds them in the cache, or in flight. The search is
  // parsed again: the router restores from the address what the route's own parser drops.
  loader: ({ deps }) =>
    void queryClient.prefetchQuery(resource('orders').indexQuery(listParams(ordersSearch(deps), ordersList))),
  staticData: { needs: 'read Order', title: () => titles.now('orders') },
  component: kept.pageOf(lazyPage(() => import('@/features/orders/orders-list-page'), 'OrdersListPage')),
});

const view = createRoute({
  getParentRoute: () => frame,
  path: '/orders/view/$id',
  validateSearch: orderSearch,
  // Asked for while the page's code loads.
  loader: ({ params }) => void queryClient.prefetchQuery(orderPageQuery(params.id)),
  staticData: { needs: 'read Order', shape: 'detail', title: () => titles.now('orders') },
  component: lazyPage(() => import('@/features/orders/order-page'), 'OrderPage'),
});

const edit = createRoute({
  getParentRoute: () => frame,
  path: '/orders/view/$id/edit',
  staticData: { needs: 'update Order', shape: 'form', title: () => titles.now('orders') },
  component: lazyPage(() => import('@/features/orders/edit/edit-page'), 'OrderEditPage'),
});

const add = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/add/',
  staticData: { needs: 'create Order', shape: 'form', title: () => titles.now('orderAdd') },
  component: lazyPage(() => import('@/features/orders/draft/draft-page'), 'OrderAddPage'),
});

const addresses = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/addresses',
  validateSearch: listSearch(heldList),
  staticData: { needs: 'read Order', title: () => titles.now('orderAddresses') },
  component: lazyPage(() => import('@/features/orders/addresses/addresses-page'), 'AddressesPage'),
});

const paymentCases = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/payment-cases',
  validateSearch: listSearch(openCasesList),
  staticData: { needs: 'read Order', title: () => titles.now('paymentCases') },
  component: lazyPage(() => import('@/features/orders/payment-cases/payment-cases-page'), 'PaymentCasesPage'),
});

const batch = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/batches/$id',
  staticData: { needs: 'read Order', shape: 'detail', title: () => titles.now('orderBatches') },
  component: lazyPage(() => import('@/features/orders/batches/batch-page'), 'OrderBatchPage'),
});

export const orderRoutes = [frame.addChildren([list, view, edit]), add, addresses, paymentCases, batch] as const;
