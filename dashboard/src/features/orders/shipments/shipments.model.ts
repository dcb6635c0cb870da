import type { StatusTone } from '@/shared/ui/tokens';
import type { Fulfilment, Shipment, ShipmentStatus } from './shipments.api';

export const shipmentTones: Record<ShipmentStatus, StatusTone> = {
  ready: 'amber',
  shipped: 'blue',
  out_for_delivery: 'blue',
  ready_for_pickup: 'amber',
  postponed: 'amber',
  delivered: 'green',
  refused: 'red',
  returned: 'gray',
  cancelled: 'gray',
};

export const isShipmentStatus = (word: unknown): word is ShipmentStatus =>
  typeof word === 'string' && word in shipmentTones;

/** The step that most shipments take next; the others stand in the menu. */
export const nextOf = (shipment: Pick<Shipment, 'next_statuses'>): ShipmentStatus | undefined =>
  (['shipped', 'out_for_delivery', 'delivered', 'returned'] as const).find((status) =>
    shipment.next_statuses.includes(status),
  );

/** It stands in the store: all of its waybill can still be corrected. */
export const isWaiting = (status: ShipmentStatus): boolean =>
  status === 'ready' || status === 'ready_for_pickup' || status === 'postponed';

const places = ['to_ship', 'came_back', 'waiting', 'on_the_way', 'delivered', 'refused'] as const;

/** Where the pieces are, as far as there are any; nothing to tell of an order without shipments. */
export const whereabouts = (known: Pick<Fulfilment, 'pieces' | 'shipments'>) =>
  known.shipments.length === 0
    ? []
    : places.map((place) => ({ place, count: known.pieces[place] })).filter(({ count }) => count > 0);
