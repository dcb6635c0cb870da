import type { Schema } from '@/shared/api/wire-schema';
import { useShippingName } from './i18n';

/** Shipping providers in display order: the store's own delivery, couriers, then store pickup. */
export const shippingProviders: readonly Schema<'ShippingProvider'>[] = useShippingName.keys;
export type ShippingProvider = Schema<'ShippingProvider'>;

export const isShippingProvider = (word: unknown): word is ShippingProvider =>
  typeof word === 'string' && useShippingName.has(word);

/** Providers that need no courier of the program. */
const ownProviders: ReadonlySet<string> = new Set<ShippingProvider>(['CUSTOM', 'PICKUP']);

/** The providers that this installation offers, `couriers` being those of the program. */
export const offeredProviders = (couriers: readonly { provider: ShippingProvider }[]): ShippingProvider[] =>
  shippingProviders.filter((code) => ownProviders.has(code) || couriers.some(({ provider }) => provider === code));

/** A courier of the program, whose parcels are booked with it. */
export const isCourier = (provider: string): boolean => isShippingProvider(provider) && !ownProviders.has(provider);
