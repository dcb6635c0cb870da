import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Texts } from '@/shared/i18n/texts';
import type { ShippingKind } from './shipping.model';

/** SP-01: amounts are decimals in the store's currency, weights are grams; no cities means every city. */
export interface ShippingMethod {
  id: string;
  provider: ShippingKind;
  name: Texts;
  note: Texts;
  is_active: boolean;
  is_fixed_cost: boolean;
  fixed_cost: string;
  weight_threshold: number;
  extra_weight_cost: string;
  extra_weight_grams: number;
  countries: string[];
  cities: string[];
  is_cod_allowed: boolean;
  is_courier_name_visible: boolean;
  display_order: number;
  version: number;
}
export type ShippingIn = Partial<Omit<ShippingMethod, 'id'>>;

export const shippingMethods = resource<ShippingMethod, ShippingMethod, ShippingIn>('shipping-methods');

/** All of them: a store has at most a hundred. */
export const shippingQuery = queryOptions({
  queryKey: [...shippingMethods.key, 'all'],
  queryFn: async ({ signal }) => (await api.get<One<ShippingMethod[]>>('/shipping-methods', { signal })).data,
});
