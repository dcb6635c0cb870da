import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orderPageQuery } from '@/modules/order-brief/order-page.api';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { ListQuery } from '@/shared/api/params';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type HeldOrder = Schema<'HeldOrder'>;
export type OrderAddress = Schema<'OrderAddress'>;
export type AddressChange = SchemaIn<'OrderAddressIn'>;
export type Demands = Required<SchemaIn<'AddressDemands'>>;

const quiet = { quiet: true } as const;

/** Its key is below the orders, so that every change of an order invalidates it. */
export const heldQuery = (params: ListQuery) =>
  queryOptions({ ...apiQuery('/orders/addresses', { query: params }), placeholderData: keepPreviousData });

/** Null for a draft; of the order's page. */
export const addressQuery = (id: string) => queryOptions({ ...orderPageQuery(id), select: ({ address }) => address });

export const demandsQuery = queryOptions({
  queryKey: ['address-demands'] as const,
  queryFn: async ({ signal }) => (await api.get('/orders/addresses/settings', { signal })).data,
});
export const saveDemands = async (body: Demands) =>
  (await api.put('/orders/addresses/settings', { body, form: true })).data;

// The caller shows the failures of these.
export const saveAddress = async (id: string, body: AddressChange) =>
  (await api.put('/orders/{id}/address', { path: { id }, body, ...quiet })).data;
export const acceptAddress = async (id: string) =>
  (await api.post('/orders/{id}/address/accept', { path: { id }, body: { note: null }, ...quiet })).data;
export const makeLink = async (id: string) =>
  (await api.post('/orders/{id}/address/link', { path: { id }, body: {}, ...quiet })).data;
export const sendLink = async (id: string) =>
  (await api.post('/orders/{id}/address/link/send', { path: { id }, ...quiet })).data;
export const withdrawLink = async (id: string) =>
  (await api.delete('/orders/{id}/address/link', { path: { id }, ...quiet })).data;
