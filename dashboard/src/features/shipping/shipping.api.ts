import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** SP-01: amounts are decimals in the store's currency, weights are grams; no cities means every city. */
export type ShippingMethod = Schema<'ShippingMethodView'>;
export type ShippingIn = SchemaIn<'ShippingMethodIn'>;

export const shippingMethods = resource<ShippingMethod, ShippingMethod, ShippingIn>('shipping-methods');

/** What a store without a delivery method could begin with: main cities of its country, a usual price (SP-01). */
export type ShippingProposal = Schema<'ShippingProposalView'>;

export const proposalQuery = queryOptions({
  queryKey: [...shippingMethods.key, 'proposal'],
  queryFn: async ({ signal }) =>
    (await api.get<One<ShippingProposal | null>>('/shipping-methods/proposal', { signal })).data,
});

/** All of them: a store has at most a hundred. */
export const shippingQuery = queryOptions({
  queryKey: [...shippingMethods.key, 'all'],
  queryFn: async ({ signal }) => (await api.get<One<ShippingMethod[]>>('/shipping-methods', { signal })).data,
});
