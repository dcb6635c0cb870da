import { createRoute, notFound } from '@tanstack/react-router';
import { cartsList, isCartStep, remindersList } from '@/features/carts/carts.model';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

/** CA-01: one address per step; any other step is a 404. */
const steps = createRoute({
  getParentRoute: () => rootRoute,
  path: '/carts/$step',
  validateSearch: listSearch(cartsList),
  beforeLoad: ({ params }) => {
    if (!isCartStep(params.step)) throw notFound();
  },
  staticData: { needs: 'read Cart', title: () => titles.now('carts') },
  component: lazyPage(() => import('@/features/carts/carts-page'), 'CartsPage'),
});

const view = createRoute({
  getParentRoute: () => rootRoute,
  path: '/carts/view/$id',
  staticData: { needs: 'read Cart', shape: 'detail', title: () => titles.now('cart') },
  component: lazyPage(() => import('@/features/carts/cart-page'), 'CartPage'),
});

const plan = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cart-reminders',
  staticData: { needs: 'read Cart', shape: 'form', title: () => titles.now('cartPlan') },
  component: lazyPage(() => import('@/features/carts/plan-page'), 'PlanPage'),
});

/** CA-03: messages sent about carts. No other entity has messages so far: their addresses are a 404. */
const sentReminders = createRoute({
  getParentRoute: () => rootRoute,
  path: '/marketing-notifications/list',
  validateSearch: (raw: Record<string, unknown>) => ({
    ...listSearch(remindersList)(raw),
    entity_type: raw.entity_type === 'CART' ? ('CART' as const) : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (search.entity_type !== 'CART') throw notFound();
  },
  staticData: { needs: 'read Cart', title: () => titles.now('cartReminders') },
  component: lazyPage(() => import('@/features/carts/reminders-page'), 'RemindersPage'),
});

export const cartRoutes = [steps, view, plan, sentReminders] as const;
