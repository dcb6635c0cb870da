import { createRoute, notFound } from '@tanstack/react-router';
import { pickupsSearch } from '@/features/courier-pickups/pickups.search';
import { isCourier } from '@/modules/shipping/providers';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

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

export const courierRoutes = [pickups.addChildren([request])] as const;
