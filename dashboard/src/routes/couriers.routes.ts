import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { pickupsSearch } from '@/features/courier-pickups/pickups.search';
import { isCourier } from '@/modules/shipping/providers';
import { fetchPart } from '@/shared/api/parts';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

/** The menu's address, which leads to the courier that the store uses. */
const first = createRoute({
  getParentRoute: () => rootRoute,
  path: '/couriers',
  staticData: { needs: 'read Order' },
  beforeLoad: async () => {
    const { findCourierInUse } = await fetchPart(() => import('@/features/courier-pickups/courier-in-use'));
    const courier = await findCourierInUse();
    throw redirect({ to: '/couriers/$courier/pickups', params: { courier }, replace: true });
  },
});

/** SP-02: one address per courier; any other courier is a 404. */
const pickups = createRoute({
  getParentRoute: () => rootRoute,
  path: '/couriers/$courier/pickups',
  validateSearch: pickupsSearch,
  beforeLoad: ({ params }) => {
    if (!isCourier(params.courier)) throw notFound();
  },
  staticData: { needs: 'read Order', title: () => titles.now('courierPickups') },
  component: lazyPage(() => import('@/features/courier-pickups/pickups-page'), 'PickupsPage'),
});

const request = createRoute({
  getParentRoute: () => pickups,
  path: 'new',
  staticData: { needs: 'update Order', shape: 'dialog', title: () => titles.now('courierPickups') },
  component: lazyPage(() => import('@/features/courier-pickups/request-drawer'), 'RequestDrawer'),
});

export const courierRoutes = [first, pickups.addChildren([request])] as const;
