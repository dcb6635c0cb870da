import type { Schema } from '@/shared/api/wire-schema';
import { useShippingName } from './i18n';

/** Who brings an order, in the order of the screens, which is that of their names: couriers, then the store's own counter. */
export const shippingProviders: readonly Schema<'ShippingProvider'>[] = useShippingName.keys;
export type ShippingProvider = Schema<'ShippingProvider'>;

export const isShippingProvider = (word: unknown): word is ShippingProvider =>
  typeof word === 'string' && useShippingName.has(word);
