import { queryOptions, useQuery } from '@tanstack/react-query';
import { isCourier, shippingProviders, type ShippingProvider } from '@/modules/shipping/providers';
import { apiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';
import { useCan } from '@/shared/session/session';

/** SP-01: a courier that the program calls, with the fields of its account and what it can do. */
export type Courier = Schema<'CourierProviderView'>;

/** The couriers of the installation, which change with the program alone. */
export const couriersQuery = queryOptions({
  ...apiQuery('/courier-providers', { quiet: true }),
  staleTime: Infinity,
});

/** The couriers as far as they are known; none for a member who may not read the shipping settings. */
export function useCouriers(): readonly Courier[] {
  const mayRead = useCan('read', 'Shipping');
  return useQuery({ ...couriersQuery, enabled: mayRead }).data ?? noCouriers;
}

const noCouriers: readonly Courier[] = [];

/** The courier with this code; undefined for an own delivery, a store pickup, and while it is not known. */
export const useCourier = (code: string): Courier | undefined =>
  useCouriers().find(({ provider }) => provider === code);

/** A city of a courier, with its districts where a text was searched. */
export type CourierCity = Schema<'CourierCityView'>;

/** Cities of a courier whose names, other spellings or districts match; all of them without districts for an empty text. */
export const courierCitiesQuery = (courier: string, search: string) =>
  queryOptions({
    ...apiQuery('/couriers/{courier}/cities', { path: { courier }, query: { search }, quiet: true }),
    staleTime: 600_000,
  });

/** SP-01: the store's account at a courier; the values of its secrets are not in it. */
export type CourierAccount = Schema<'CourierAccountView'>;

/** One of each courier of the installation, connected or not. */
export const accountsQuery = apiQuery('/courier-accounts', { quiet: true });

/** The codes of the couriers that are connected; none for a member who may not read the shipping settings. */
export function useConnectedCouriers(): readonly string[] {
  const mayRead = useCan('read', 'Shipping');
  const accounts = useQuery({ ...accountsQuery, enabled: mayRead }).data ?? [];
  return accounts.filter((account) => account.is_connected).map(({ provider }) => provider);
}

/** The providers that this installation offers: the store's own, and couriers that it has. */
export const offeredProviders = (couriers: readonly Courier[]): ShippingProvider[] =>
  shippingProviders.filter((code) => !isCourier(code) || couriers.some(({ provider }) => provider === code));
