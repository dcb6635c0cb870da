import type { Schema } from '@/shared/api/wire-schema';
import { useShippingName } from './i18n';

/** Shipping providers in display order: the store's own delivery, couriers, then store pickup. */
export const shippingProviders: readonly Schema<'ShippingProvider'>[] = useShippingName.keys;
export type ShippingProvider = Schema<'ShippingProvider'>;

export const isShippingProvider = (word: unknown): word is ShippingProvider =>
  typeof word === 'string' && useShippingName.has(word);

/** Couriers of the program, whose parcels are booked with them; every installation may have others of these. */
const couriers: readonly string[] = ['BOSTA', 'WASSALHA'] satisfies ShippingProvider[];

export const isCourier = (provider: string): boolean => couriers.includes(provider);
