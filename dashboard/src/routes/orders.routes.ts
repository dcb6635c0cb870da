import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { useOrderText } from '@/features/orders/i18n';
import { orderSearch, ordersSearch } from '@/features/orders/orders.model';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/list',
  validateSearch: ordersSearch,
  staticData: { resource: 'Order', title: () => useOrderText.now('title') },
  component: lazyRouteComponent(() => import('@/features/orders/orders-list-page'), 'OrdersListPage'),
});

const view = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/view/$id',
  validateSearch: orderSearch,
  staticData: { resource: 'Order', title: () => useOrderText.now('title') },
  component: lazyRouteComponent(() => import('@/features/orders/order-page'), 'OrderPage'),
});

export const orderRoutes = [list, view] as const;
