import { isShippingProvider, type ShippingProvider } from '@/modules/shipping/providers';

/** The search param holds the kind of a new method; the store's own courier is the default. */
export const shippingFormSearch = (raw: Record<string, unknown>): { kind?: ShippingProvider } =>
  isShippingProvider(raw.kind) && raw.kind !== 'CUSTOM' ? { kind: raw.kind } : {};
