import type { OrderStatus } from '@/modules/status-badge/order-status';
import { isCourier } from '@/modules/shipping/providers';
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

/** The usual next step of a shipment; the others are in the menu. */
export const nextOf = (shipment: Pick<Shipment, 'next_statuses'>): ShipmentStatus | undefined =>
  (['shipped', 'out_for_delivery', 'delivered', 'returned'] as const).find((status) =>
    shipment.next_statuses.includes(status),
  );

/** It has not left the store: its whole waybill can still be corrected. */
export const isWaiting = (status: ShipmentStatus): boolean =>
  status === 'ready' || status === 'ready_for_pickup' || status === 'postponed';

/** The order status that follows from a status of its shipment. */
const statusOfOrder: Partial<Record<ShipmentStatus, OrderStatus>> = {
  shipped: 'SHPD',
  out_for_delivery: 'ODLV',
  delivered: 'DLVR',
  refused: 'RFSD',
  returned: 'RTRN',
  ready_for_pickup: 'RDYP',
  postponed: 'SDLV',
};

/**
 * The order's own control takes this step: it is the only such shipment, and nothing is left to ship, so that a step is
 * offered in one place only.
 */
export function isOrdersStep(
  status: ShipmentStatus,
  order: { next_statuses: readonly OrderStatus[] },
  known: { to_ship: readonly unknown[]; shipments: readonly Pick<Shipment, 'next_statuses'>[] },
): boolean {
  const to = statusOfOrder[status];
  return (
    to !== undefined &&
    order.next_statuses.includes(to) &&
    known.to_ship.length === 0 &&
    known.shipments.filter((shipment) => shipment.next_statuses.includes(status)).length === 1
  );
}

/** The courier has it booked and not yet fetched: what it may still be asked to change is in `bookedChange`. */
export const isBooked = (shipment: Pick<Shipment, 'booking' | 'status'>): boolean =>
  shipment.booking.state === 'booked' && isWaiting(shipment.status);

/** A courier is to bring it and has not booked it: it cannot leave the store. */
export const isUnbooked = ({ booking: { state }, status }: Pick<Shipment, 'booking' | 'status'>): boolean =>
  isWaiting(status) && (state === 'waiting' || state === 'failed');

/** What the courier refused can be corrected; nothing changes while nobody knows whether it has booked. */
export const isCorrectable = ({ booking: { state, code }, status }: Pick<Shipment, 'booking' | 'status'>): boolean =>
  isWaiting(status) && state === 'failed' && code !== 'unknown';

/** A courier of the program has had it: it may tell how far it is. */
export const hasCourierTrack = (shipment: Pick<Shipment, 'booking' | 'provider'>): boolean =>
  shipment.booking.state === 'booked' && isCourier(shipment.provider);

/** A pickup, handed over by its code. */
export const isHandedOver = (shipment: Pick<Shipment, 'provider' | 'next_statuses'>): boolean =>
  shipment.provider === 'PICKUP' && shipment.next_statuses.includes('delivered');

const places = ['to_ship', 'came_back', 'waiting', 'on_the_way', 'delivered', 'refused'] as const;

/** Pieces by state, each once and without zeros; empty for an order without shipments. */
export const piecesByState = ({ pieces, shipments }: Pick<Fulfilment, 'pieces' | 'shipments'>) => {
  if (shipments.length === 0) return [];
  // What came back is among what is to be shipped.
  const apart = { ...pieces, to_ship: pieces.to_ship - pieces.came_back };
  return places.map((place) => ({ place, count: apart[place] })).filter(({ count }) => count > 0);
};

/** A shipment's number, isolated for text of either direction. */
export const isolated = (number: string) => `\u2066#${number}\u2069`;
