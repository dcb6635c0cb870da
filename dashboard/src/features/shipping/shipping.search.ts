/** The drawer of a new method is told its kind. */
export const shippingFormSearch = (raw: Record<string, unknown>): { kind?: 'PICKUP' } =>
  raw.kind === 'PICKUP' ? { kind: 'PICKUP' } : {};
