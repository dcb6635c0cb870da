import { queryOptions } from '@tanstack/react-query';
import { api, download } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { saveFile } from '@/shared/api/save-file';
import { upload } from '@/shared/api/upload';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** SP-02: a pickup that a courier was asked for; its day is of the store's calendar. */
export type Pickup = Schema<'CourierPickupView'>;
export type PickupState = Pickup['state'];
export type PickupIn = SchemaIn<'CourierPickupIn'>;

/** A shipment of a courier that waits in a warehouse. */
export type ReadyShipment = Schema<'ReadyShipmentView'>;

/** What was found for each row of a sheet with tracking numbers. */
export type TrackingSheet = Schema<'TrackingSheetView'>;

export const pickupsKey = (courier: string) => ['courier-pickups', courier] as const;

/** How often a pickup is read that waits for its courier, ms. */
const readEvery = 4000;

export const pickupsQuery = (courier: string, page: number) =>
  queryOptions({
    ...apiQuery('/couriers/{courier}/pickups', { path: { courier }, query: { page }, quiet: true }),
    queryKey: [...pickupsKey(courier), page] as const,
    // Another courier's pickups are not shown meanwhile.
    placeholderData: (previous, query) => (query?.queryKey[1] === courier ? previous : undefined),
    refetchInterval: ({ state: { data } }) =>
      data?.pickups.some((pickup) => pickup.state === 'waiting' || pickup.is_cancel_requested) ? readEvery : false,
  });

/** The shipments that a pickup or a sheet can take, the oldest first. */
export const readyQuery = (courier: string) =>
  queryOptions({
    ...apiQuery('/couriers/{courier}/ready-shipments', { path: { courier }, quiet: true }),
    queryKey: [...pickupsKey(courier), 'ready'] as const,
  });

export const requestPickup = async (courier: string, body: PickupIn) =>
  (await api.post('/couriers/{courier}/pickups', { path: { courier }, body, form: true })).data;

export const cancelPickup = async (courier: string, id: string) =>
  (await api.post('/couriers/{courier}/pickups/{id}/cancel', { path: { courier, id } })).data;

/** The sheet that the merchant uploads in the courier's portal. */
export const saveSheet = (courier: string, shipments: string[]): Promise<void> =>
  saveFile(() => download('/couriers/{courier}/sheet', { path: { courier }, query: { shipments } }));

export const readTrackingSheet = (courier: string, file: File) =>
  upload('/couriers/{courier}/tracking-sheet', 'file', file, { path: { courier } });

/** The store's own number, as its general settings have it; empty where there is none. */
export const storePhoneQuery = queryOptions({
  ...apiQuery('/settings', { quiet: true }),
  // The document does not type the values.
  select: (settings) => (settings as { store_phone?: string }).store_phone ?? '',
});

/** The store's locations. */
export const warehousesQuery = queryOptions({
  queryKey: ['stock', 'locations'] as const,
  queryFn: async ({ signal }) => (await api.get('/stock-locations', { signal, quiet: true })).data,
});
