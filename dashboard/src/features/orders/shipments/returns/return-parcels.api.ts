import { queryOptions } from '@tanstack/react-query';
import { printBlob } from '@/modules/documents/documents.api';
import { orderPageQuery } from '@/modules/order-brief/order-page.api';
import { api, download } from '@/shared/api/client';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import type { CourierPaper } from '../shipments.api';

/** A parcel that a courier picks up from the customer. */
export type ReturnParcel = Schema<'ReturnParcelView'>;
/** The return parcels of an order, and what a new one can hold. */
export type ReturnParcels = Schema<'OrderReturnParcelsView'>;
export type ReturnParcelIn = SchemaIn<'ReturnParcelIn'>;

/** Null for a draft; of the order's page. */
export const returnParcelsQuery = (order: string) =>
  queryOptions({ ...orderPageQuery(order), select: ({ return_parcels }) => return_parcels });

/** The calling dialog or card shows the failures of these. */
export const bookReturnParcel = async (order: string, body: ReturnParcelIn) =>
  (await api.post('/orders/{id}/return-parcels', { path: { id: order }, body, quiet: true })).data;
export const cancelReturnParcel = async (id: string) =>
  (await api.post('/return-parcels/{id}/cancel', { path: { id }, quiet: true })).data;

/** The courier's own label. */
export async function printReturnLabel(id: string, size: CourierPaper): Promise<void> {
  printBlob((await download('/return-parcels/{id}/courier-label', { path: { id }, query: { size } })).blob);
}
