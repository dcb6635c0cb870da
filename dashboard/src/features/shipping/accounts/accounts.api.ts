import { queryOptions } from '@tanstack/react-query';
import type { CourierAccount } from '@/modules/couriers/couriers.api';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';

/** A place where the courier fetches parcels, as the courier names it. */
export type PickupLocation = Schema<'CourierPickupLocationView'>;

export const accountsKey = ['courier-accounts'] as const;

export const saveAccount = async (provider: string, fields: Record<string, string>, version: number) => {
  const body = { fields, version };
  return (await api.put('/courier-accounts/{provider}', { path: { provider }, body, form: true })).data;
};

/** The courier's id of each warehouse; a warehouse that is left out is the account's default. */
export const savePickupLocations = async (account: CourierAccount, pickup_locations: Record<string, string>) => {
  const body = { fields: {}, pickup_locations, version: account.version };
  return (await api.put('/courier-accounts/{provider}', { path: { provider: account.provider }, body, form: true }))
    .data;
};

/** A call to the courier. */
export const testAccount = (provider: string) => api.post('/courier-accounts/{provider}/check', { path: { provider } });

/** Refused while an active method is of this courier. */
export const deleteAccount = (provider: string) => api.delete('/courier-accounts/{provider}', { path: { provider } });

/** Asks the courier; its failure is shown in its place. */
export const pickupLocationsQuery = (courier: string) =>
  queryOptions({
    ...apiQuery('/couriers/{courier}/pickup-locations', { path: { courier }, quiet: true }),
    retry: false,
    staleTime: 300_000,
  });

/** The store's active locations, from which parcels are fetched. */
export const warehousesQuery = queryOptions({
  queryKey: ['stock', 'locations'] as const,
  queryFn: async ({ signal }) => (await api.get('/stock-locations', { signal, quiet: true })).data,
});
