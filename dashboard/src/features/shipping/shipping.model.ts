import { isCourier, type ShippingProvider } from '@/modules/shipping/providers';
import type { ShippingIn, ShippingMethod, ShippingProposal } from './shipping.api';

export interface ShippingValues {
  name: { ar: string; en: string };
  note: { ar: string; en: string };
  /** Address of a PICKUP. */
  pickup_address: { ar: string; en: string };
  is_active: boolean;
  cost_by: 'fixed' | 'weight';
  fixed_cost: string;
  /** Kilograms in the form; grams in the API. */
  threshold_kg: number | null;
  extra_weight_cost: string;
  step_kg: number | null;
  /** ISO codes; none means every country. */
  countries: string[];
  cities: string[];
  is_cod_allowed: boolean;
  is_courier_controls_rates: boolean;
  is_courier_name_visible: boolean;
  /** '' for never. */
  free_above: string;
  processing_days: number | null;
  delivery_days_min: number | null;
  delivery_days_max: number | null;
  package_size: ShippingMethod['package_size'];
}

const kilograms = (grams: number) => grams / 1000;
const grams = (kg: number | null) => Math.round((kg ?? 0) * 1000);

/** Form values of the proposed delivery method. */
export const valuesOfProposal = ({ name, fixed_cost, countries, cities }: ShippingProposal): ShippingValues => ({
  ...valuesOf(),
  name: { ar: name.ar ?? '', en: name.en ?? '' },
  fixed_cost,
  countries,
  cities,
});

/** A pickup without an address, which cannot be activated. */
export const lacksAddress = ({ provider, pickup_address: at }: ShippingMethod): boolean =>
  provider === 'PICKUP' && !at.ar && !at.en;

export function valuesOf(method?: ShippingMethod): ShippingValues {
  return {
    name: { ar: method?.name.ar ?? '', en: method?.name.en ?? '' },
    note: { ar: method?.note.ar ?? '', en: method?.note.en ?? '' },
    pickup_address: { ar: method?.pickup_address.ar ?? '', en: method?.pickup_address.en ?? '' },
    is_active: method?.is_active ?? true,
    cost_by: (method?.is_fixed_cost ?? true) ? 'fixed' : 'weight',
    fixed_cost: method?.fixed_cost ?? '',
    threshold_kg: method && method.weight_threshold > 0 ? kilograms(method.weight_threshold) : 5,
    extra_weight_cost: method?.extra_weight_cost ?? '',
    step_kg: method && method.extra_weight_grams > 0 ? kilograms(method.extra_weight_grams) : 1,
    countries: method?.countries ?? [],
    cities: method?.cities ?? [],
    is_cod_allowed: method?.is_cod_allowed ?? true,
    is_courier_controls_rates: method?.is_courier_controls_rates ?? false,
    is_courier_name_visible: method?.is_courier_name_visible ?? false,
    free_above: method?.free_above ?? '',
    processing_days: method?.processing_days ?? null,
    delivery_days_min: method?.delivery_days_min ?? null,
    delivery_days_max: method?.delivery_days_max ?? null,
    package_size: method?.package_size ?? 'small',
  };
}

/** The request body; fields that do not apply to the kind are left out, so the server keeps them. */
export function bodyOf(values: ShippingValues, kind: ShippingProvider): ShippingIn {
  const body: ShippingIn = {
    name: values.name,
    note: values.note,
    is_active: values.is_active,
    is_cod_allowed: values.is_cod_allowed,
  };
  if (kind === 'PICKUP') return { ...body, pickup_address: values.pickup_address };
  const byWeight = values.cost_by === 'weight';
  return {
    ...body,
    is_fixed_cost: !byWeight,
    fixed_cost: values.fixed_cost || '0',
    countries: values.countries,
    cities: values.cities,
    is_courier_name_visible: values.is_courier_name_visible,
    free_above: values.free_above || null,
    processing_days: values.processing_days ?? 0,
    delivery_days_min: values.delivery_days_min,
    delivery_days_max: values.delivery_days_max,
    package_size: values.package_size,
    ...(isCourier(kind) && { is_courier_controls_rates: values.is_courier_controls_rates }),
    ...(byWeight && {
      weight_threshold: grams(values.threshold_kg),
      extra_weight_cost: values.extra_weight_cost || '0',
      extra_weight_grams: grams(values.step_kg),
    }),
  };
}
