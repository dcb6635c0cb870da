import type { Schema } from '@/shared/api/wire-schema';

/** Who brings an order, in the order of the screens: couriers, then the store's own counter. */
export const shippingProviders = ['CUSTOM', 'PICKUP'] as const satisfies readonly Schema<'ShippingProvider'>[];
export type ShippingProvider = (typeof shippingProviders)[number];

export const isShippingProvider = (word: unknown): word is ShippingProvider =>
  (shippingProviders as readonly unknown[]).includes(word);
