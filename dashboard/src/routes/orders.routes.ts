import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { orderSearch, ordersSearch } from '@/features/orders/orders.model';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/list',
  validateSearch: ordersSearch,
  staticData: { resource: 'Order', title: () => titles.now('orders') },
  component: lazyRouteComponent(() => import('@/features/orders/orders-list-page'), 'OrdersListPage'),
});

const view = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/view/$id',
  validateSearch: orderSearch,
  staticData: { resource: 'Order', title: () => titles.now('orders') },
  component: lazyRouteComponent(() => import('@/features/orders/order-page'), 'OrderPage'),
});

export const orderRoutes = [list, view] as const;
