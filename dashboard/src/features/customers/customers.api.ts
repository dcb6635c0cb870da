import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** A person who ordered or was written down (CU-01). `total_spent` leaves out what was cancelled or returned. */
export type CustomerRow = Schema<'CustomerRow'>;
export type CustomerView = Schema<'CustomerView'>;
export type CustomerDetail = Schema<'CustomerDetail'>;
export type CustomerIn = SchemaIn<'CustomerIn'>;
export type CustomerAddress = CustomerView['addresses'][number];
export type CustomerNote = Schema<'CustomerNote'>;
export type CustomerEvent = Schema<'CustomerEvent'>;
export type CustomerAction = SchemaIn<'CustomerActionIn'>;
export type AddressIn = SchemaIn<'AddressIn'>;
export type ConsentChannel = Schema<'ConsentChannel'>;
export type ConsentSource = Schema<'ConsentSource'>;
export type ConsentSaidBy = Schema<'ConsentSaidBy'>;

export const channels: readonly ConsentChannel[] = ['sms', 'whatsapp', 'email', 'calls'];
export const sources: readonly ConsentSaidBy[] = ['phone', 'message', 'in_person', 'paper', 'website'];

export const customers = resource('customers');

/** What a change of a customer makes stale: the rows, the page with all that hangs on it, the filters. */
export const staleAfterChange = [customers.key, ['customer-labels'], ['customer-groups']] as const;

/** Tags, groups and cities that the store's customers can be chosen by. */
export const labelsQuery = apiQuery('/customer-labels');

export const groupsQuery = apiQuery('/customer-groups');

export const createGroup = (name: string) => api.post('/customer-groups', { body: { name } });
export const renameGroup = (id: string, name: string) =>
  api.put('/customer-groups/{id}', { path: { id }, body: { name } });
export const deleteGroup = (id: string) => api.delete('/customer-groups/{id}', { path: { id } });

/** Orders of one customer, a page at a time. */
export const ordersOfQuery = (id: string, page: number) =>
  apiQuery('/orders', { query: { 'filter[customer]': id, page, per_page: 10 } });

export const cartsOfQuery = (id: string) => apiQuery('/customers/{id}/carts', { path: { id } });
export const notesOfQuery = (id: string) => apiQuery('/customers/{id}/notes', { path: { id } });

export const setConsent = (id: string, body: SchemaIn<'ConsentIn'>) =>
  api.put('/customers/{id}/consents', { path: { id }, body });
export const block = (id: string, reason: string) =>
  api.post('/customers/{id}/block', { path: { id }, body: { reason } });
export const unblock = (id: string) => api.post('/customers/{id}/unblock', { path: { id } });
export const addNote = (id: string, text: string) =>
  api.post('/customers/{id}/notes', { path: { id }, body: { text } });
export const removeNote = (id: string, note: string) =>
  api.delete('/customers/{id}/notes/{note}', { path: { id, note } });
export const saveAddress = (id: string, address: string | null, body: AddressIn) =>
  address
    ? api.put('/customers/{id}/addresses/{address}', { path: { id, address }, body, form: true })
    : api.post('/customers/{id}/addresses', { path: { id }, body, form: true });
export const removeAddress = (id: string, address: string) =>
  api.delete('/customers/{id}/addresses/{address}', { path: { id, address } });

export const editMany = async (items: string[], action: CustomerAction) =>
  (await api.post('/customers/bulk', { body: { items, action } })).data.results;
