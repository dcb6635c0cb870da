import { isCourier, shippingProviders } from '@/modules/shipping/providers';
import { queryClient } from '@/shared/api/query-client';
import { pickupsQuery } from './pickups.api';

/**
 * The courier whose pickups the menu opens: the first that the store is connected to, else the first of all, whose page
 * offers to connect it. The page that follows shows what was read here.
 */
export async function findCourierInUse(): Promise<string> {
  const couriers = shippingProviders.filter(isCourier);
  for (const courier of couriers) {
    // One that this installation does not have, or that could not be read, is none that is used.
    const known = await queryClient.fetchQuery(pickupsQuery(courier, 1)).catch(() => null);
    if (known?.is_connected) return courier;
  }
  return couriers[0] ?? 'BOSTA';
}
