import type { Schema } from '@/shared/api/wire-schema';
import type { ShippingIn, ShippingMethod } from './shipping.api';

export const shippingKinds = ['CUSTOM', 'PICKUP'] as const satisfies readonly Schema<'ShippingProvider'>[];
export type ShippingKind = (typeof shippingKinds)[number];

/** The drawer of a new method is told its kind. */
export const shippingFormSearch = (raw: Record<string, unknown>): { kind?: 'PICKUP' } =>
  raw.kind === 'PICKUP' ? { kind: 'PICKUP' } : {};

export interface ShippingValues {
  name: { ar: string; en: string };
  note: { ar: string; en: string };
  is_active: boolean;
  cost_by: 'fixed' | 'weight';
  fixed_cost: string;
  /** Kilograms, as people speak of parcels; the wire has grams. */
  threshold_kg: number | null;
  extra_weight_cost: string;
  step_kg: number | null;
  /** ISO codes; none means every country. */
  countries: string[];
  cities: string[];
  is_cod_allowed: boolean;
}

const kilograms = (grams: number) => grams / 1000;
const grams = (kg: number | null) => Math.round((kg ?? 0) * 1000);

export function valuesOf(method?: ShippingMethod): ShippingValues {
  return {
    name: { ar: method?.name.ar ?? '', en: method?.name.en ?? '' },
    note: { ar: method?.note.ar ?? '', en: method?.note.en ?? '' },
    is_active: method?.is_active ?? true,
    cost_by: (method?.is_fixed_cost ?? true) ? 'fixed' : 'weight',
    fixed_cost: method?.fixed_cost ?? '',
    threshold_kg: method && method.weight_threshold > 0 ? kilograms(method.weight_threshold) : 5,
    extra_weight_cost: method?.extra_weight_cost ?? '',
    step_kg: method && method.extra_weight_grams > 0 ? kilograms(method.extra_weight_grams) : 1,
    countries: method?.countries ?? [],
    cities: method?.cities ?? [],
    is_cod_allowed: method?.is_cod_allowed ?? true,
  };
}

/** What is sent; what a kind does not have stays as the server has it. */
export function bodyOf(values: ShippingValues, kind: ShippingKind): ShippingIn {
  const body: ShippingIn = {
    name: values.name,
    note: values.note,
    is_active: values.is_active,
    is_cod_allowed: values.is_cod_allowed,
  };
  if (kind === 'PICKUP') return body;
  const byWeight = values.cost_by === 'weight';
  return {
    ...body,
    is_fixed_cost: !byWeight,
    fixed_cost: values.fixed_cost || '0',
    countries: values.countries,
    cities: values.cities,
    ...(byWeight && {
      weight_threshold: grams(values.threshold_kg),
      extra_weight_cost: values.extra_weight_cost || '0',
      extra_weight_grams: grams(values.step_kg),
    }),
  };
}
