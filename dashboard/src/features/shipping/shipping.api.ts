import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** SP-01: amounts are decimals in the store's currency, weights are grams; no cities means every city. */
export type ShippingMethod = Schema<'ShippingMethodView'>;
export type ShippingIn = Omit<SchemaIn<'NewShippingMethod'>, 'provider'>;

export const shippingMethods = resource('shipping-methods');

/** The proposed first delivery method: main cities of the country, a common price (SP-01). */
export type ShippingProposal = Schema<'ShippingProposalView'>;

export const proposalQuery = apiQuery('/shipping-methods/proposal');

/** All methods: a store has at most a hundred. */
export const shippingQuery = apiQuery('/shipping-methods');
