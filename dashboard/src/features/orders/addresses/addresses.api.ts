import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { Params } from '@/shared/api/params';
import type { One, Page } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import type { ListSpec } from '@/shared/table/list-search';
import { orders } from '../orders.api';

export type HeldOrder = Schema<'HeldOrder'>;
export type OrderAddress = Schema<'OrderAddress'>;
export type AddressChange = SchemaIn<'OrderAddressIn'>;
export type Demands = Required<SchemaIn<'AddressDemands'>>;

/** Whoever waits longest comes first; there is no other order. */
export const heldList: ListSpec = {};

const at = (id: string, child = '') => `/orders/${encodeURIComponent(id)}/address${child}`;
const quiet = { quiet: true } as const;

/** Below the orders, so that every change of one makes it stale. */
export const heldQuery = (params: Params) =>
  queryOptions({
    queryKey: [...orders.key, 'addresses', params] as const,
    queryFn: ({ signal }) => api.get<Page<HeldOrder>>('/orders/addresses', { params, signal }),
    placeholderData: keepPreviousData,
  });

export const addressQuery = (id: string) =>
  queryOptions({
    queryKey: [...orders.key, 'one', id, 'address'] as const,
    queryFn: async ({ signal }) => (await api.get<One<OrderAddress>>(at(id), { signal })).data,
  });

export const demandsQuery = queryOptions({
  queryKey: ['address-demands'] as const,
  queryFn: async ({ signal }) => (await api.get<One<Demands>>('/orders/addresses/settings', { signal })).data,
});
export const saveDemands = async (body: Demands) =>
  (await api.put<One<Demands>>('/orders/addresses/settings', body, { form: true })).data;

// Failures of these are told by whoever asked.
export const saveAddress = async (id: string, body: AddressChange) =>
  (await api.put<One<OrderAddress>>(at(id), body, quiet)).data;
export const acceptAddress = async (id: string) =>
  (await api.post<One<OrderAddress>>(at(id, '/accept'), {}, quiet)).data;
export const makeLink = async (id: string) => (await api.post<One<OrderAddress>>(at(id, '/link'), {}, quiet)).data;
export const sendLink = async (id: string) =>
  (await api.post<One<OrderAddress>>(at(id, '/link/send'), undefined, quiet)).data;
export const withdrawLink = async (id: string) =>
  (await api.delete<One<OrderAddress>>(at(id, '/link'), undefined, quiet)).data;
