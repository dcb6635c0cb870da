import { isShippingProvider, type ShippingProvider } from '@/modules/shipping/providers';

/** The drawer of a new method is told its kind; the merchant's own courier goes unsaid. */
export const shippingFormSearch = (raw: Record<string, unknown>): { kind?: ShippingProvider } =>
  isShippingProvider(raw.kind) && raw.kind !== 'CUSTOM' ? { kind: raw.kind } : {};
