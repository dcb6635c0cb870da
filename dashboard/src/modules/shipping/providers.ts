import type { Schema } from '@/shared/api/wire-schema';
import { useShippingName } from './i18n';

/** Shipping providers in display order, sorted by name: couriers, then store pickup. */
export const shippingProviders: readonly Schema<'ShippingProvider'>[] = useShippingName.keys;
export type ShippingProvider = Schema<'ShippingProvider'>;

export const isShippingProvider = (word: unknown): word is ShippingProvider =>
  typeof word === 'string' && useShippingName.has(word);
