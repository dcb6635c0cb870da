import { queryOptions } from '@tanstack/react-query';
import { printBlob } from '@/modules/documents/documents.api';
import { orderPageQuery } from '@/modules/order-brief/order-page.api';
import { api, download } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { BulkResult } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type Shipment = Schema<'ShipmentView'>;
export type ShipmentStatus = Schema<'ShipmentStatus'>;
export type Fulfilment = Schema<'OrderShipmentsView'>;
export type ShipmentIn = SchemaIn<'ShipmentIn'>;
export type ShipmentPatch = SchemaIn<'ShipmentPatch'>;
export type ShipmentStatusIn = SchemaIn<'ShipmentStatusIn'>;

/** Null for a draft; of the order's page. */
export const fulfilmentQuery = (order: string) =>
  queryOptions({ ...orderPageQuery(order), select: ({ shipments }) => shipments });

/** The calling card or dialog shows the failures of these. */
export const createShipment = async (order: string, body: ShipmentIn) =>
  (await api.post('/orders/{id}/shipments', { path: { id: order }, body, quiet: true })).data;
export const updateShipment = async (id: string, body: ShipmentPatch) =>
  (await api.put('/shipments/{id}', { path: { id }, body, quiet: true })).data;
export const moveShipment = async (id: string, body: ShipmentStatusIn) =>
  (await api.put('/shipments/{id}/status', { path: { id }, body, quiet: true })).data;

/** Retries a failed courier booking. */
export const retryBooking = async (id: string) =>
  (await api.post('/shipments/{id}/booking', { path: { id }, quiet: true })).data;

/** The result of one order, with its error code. */
export type ShipResult = BulkResult & { code?: string | null };

/**
 * Ships all remaining pieces of each order; the server accepts a hundred per call. Unconfirmed cash orders are left out
 * unless `without_confirmation` is set.
 */
export async function shipMany(ids: string[], without_confirmation?: boolean): Promise<ShipResult[]> {
  const results: ShipResult[] = [];
  for (let from = 0; from < ids.length; from += 100) {
    const body = { items: ids.slice(from, from + 100), without_confirmation };
    results.push(...(await api.post('/orders/shipMany', { body })).data.results);
  }
  return results;
}

/** SP-04: what the courier says of a shipment; below the order, so that its changes are followed. */
export const trackingQuery = (order: string, id: string) =>
  queryOptions({
    ...apiQuery('/shipments/{id}/tracking', { path: { id }, quiet: true }),
    queryKey: ['orders', order, 'tracking', id] as const,
  });

export type CourierPaper = 'a4' | 'a6';

/** The courier's own label. */
export async function printCourierLabel(id: string, size: CourierPaper): Promise<void> {
  printBlob((await download('/shipments/{id}/courier-label', { path: { id }, query: { size } })).blob);
}

/** The courier's labels of up to 50 shipments of one courier, as one file. */
export async function printCourierLabels(shipments: string[]): Promise<void> {
  printBlob((await download('/courier-labels', { query: { shipments, size: 'a6' }, quiet: true })).blob);
}

export type LabelPaper = 'a6' | '100x150';

export async function printLabel(id: string, paper: LabelPaper): Promise<void> {
  printBlob((await download('/shipments/{id}/label', { path: { id }, query: { paper } })).blob);
}

/** Prints the labels of up to 200 orders as one file; returns the orders that have none. */
export async function printLabels(orders: string[]): Promise<Set<string>> {
  const { blob, headers } = await download('/shipments/labels', { query: { orders }, quiet: true });
  printBlob(blob);
  return new Set((headers.get('x-left-out-ids') ?? '').split(',').filter(Boolean));
}
