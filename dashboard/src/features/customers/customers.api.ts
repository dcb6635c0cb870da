import { queryOptions } from '@tanstack/react-query';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { BulkAnswer, One, Page } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import type { ListSpec } from '@/shared/table/list-search';

/** A person who ordered or was written down (CU-01). `total_spent` leaves out what was cancelled or returned. */
export type CustomerRow = Schema<'CustomerRow'>;
export type CustomerView = Schema<'CustomerView'>;
export type CustomerDetail = Schema<'CustomerDetail'>;
export type CustomerIn = SchemaIn<'CustomerIn'>;
export type CustomerAddress = CustomerView['addresses'][number];
export type CustomerNote = Schema<'CustomerNote'>;
export type CustomerEvent = Schema<'CustomerEvent'>;
export type CustomerCart = Schema<'CustomerCartRow'>;
export type CustomerAction = SchemaIn<'CustomerActionIn'>;
export type AddressIn = SchemaIn<'AddressIn'>;
export type ConsentChannel = Schema<'ConsentChannel'>;
export type ConsentSource = Schema<'ConsentSource'>;
export type ConsentSaidBy = Schema<'ConsentSaidBy'>;

export const channels: readonly ConsentChannel[] = ['sms', 'whatsapp', 'email', 'calls'];
export const sources: readonly ConsentSaidBy[] = ['phone', 'message', 'in_person', 'paper', 'website'];

export const customers = resource<CustomerRow, CustomerView, CustomerIn>('customers');

/** What a change of a customer makes stale: the rows, the page with all that hangs on it, the filters. */
export const staleAfterChange = [customers.key, ['customer-labels'], ['customer-groups']] as const;

export const customersList: ListSpec = {
  sort: '-created_at',
  sortable: ['created_at', 'name', 'total_spent', 'orders_count'],
  filters: [
    'city',
    'tag',
    'group',
    'consent',
    'blocked',
    'segment',
    'spent.gte',
    'spent.lte',
    'orders.gte',
    'orders.lte',
    'last_order.gte',
    'last_order.lte',
  ],
};

/** Tags, groups and cities that the store's customers can be chosen by. */
export const labelsQuery = queryOptions({
  queryKey: ['customer-labels'],
  queryFn: async ({ signal }) => (await api.get<One<Schema<'CustomerLabels'>>>('/customer-labels', { signal })).data,
});

export const groupsQuery = queryOptions({
  queryKey: ['customer-groups'],
  queryFn: async ({ signal }) =>
    (await api.get<One<Schema<'CustomerGroupView'>[]>>('/customer-groups', { signal })).data,
});

export const createGroup = (name: string) => api.post<unknown>('/customer-groups', { name });
export const renameGroup = (id: string, name: string) => api.put<unknown>(`/customer-groups/${id}`, { name });
export const deleteGroup = (id: string) => api.delete<unknown>(`/customer-groups/${id}`);

/** Orders of one customer, a page at a time. */
export const ordersOfQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['orders', 'index', { customer: id, page }],
    queryFn: ({ signal }) =>
      api.get<Page<OrderRow>>('/orders', { params: { 'filter[customer]': id, page, per_page: 10 }, signal }),
  });

export const cartsOfQuery = (id: string) => customers.childQuery<One<CustomerCart[]>>(id, 'carts');
export const notesOfQuery = (id: string) => customers.childQuery<One<CustomerNote[]>>(id, 'notes');
export const activityOfQuery = (id: string, cursor?: string) =>
  customers.childQuery<Page<CustomerEvent>>(id, 'activity', { per_page: 20, cursor });

export const setConsent = (id: string, body: SchemaIn<'ConsentIn'>) =>
  api.put<unknown>(`/customers/${id}/consents`, body);
export const block = (id: string, reason: string) => api.post<unknown>(`/customers/${id}/block`, { reason });
export const unblock = (id: string) => api.post<unknown>(`/customers/${id}/unblock`, {});
export const removeNote = (id: string, note: string) => api.delete<unknown>(`/customers/${id}/notes/${note}`);
export const saveAddress = (id: string, address: string | null, body: AddressIn) =>
  address
    ? api.put<unknown>(`/customers/${id}/addresses/${address}`, body, { form: true })
    : api.post<unknown>(`/customers/${id}/addresses`, body, { form: true });
export const removeAddress = (id: string, address: string) =>
  api.delete<unknown>(`/customers/${id}/addresses/${address}`);

export const editMany = async (items: string[], action: CustomerAction) =>
  (await api.post<BulkAnswer>('/customers/bulk', { items, action })).data.results;
