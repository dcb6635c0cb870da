import { queryOptions } from '@tanstack/react-query';
import { api, download } from '@/shared/api/client';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import { staleAfterChange } from '../customers.api';

export type PersonExport = Schema<'PersonExportView'>;
export type ErasurePreview = Schema<'ErasurePreview'>;
export type ErasureStop = Schema<'ErasureStop'>;
export type ErasureMention = Schema<'ErasureMention'>;
export type ErasureView = Schema<'ErasureView'>;
export type ErasureIn = SchemaIn<'ErasureIn'>;
export type ErasureReason = Schema<'ErasureReason'>;

export const reasons: readonly ErasureReason[] = [
  'person_asked',
  'consent_withdrawn',
  'no_longer_needed',
  'kept_by_mistake',
];

/** The newest file of a customer; asked again each second while the server writes it. */
export const personExportQuery = (customer: string) =>
  queryOptions({
    queryKey: ['person-exports', customer],
    queryFn: async ({ signal }) =>
      (await api.get('/customers/{id}/data-export', { path: { id: customer }, signal })).data.export,
    refetchInterval: (query) => (query.state.data?.status === 'running' ? 1000 : false),
  });

export const makePersonExport = async (customer: string) =>
  (await api.post('/customers/{id}/data-export', { path: { id: customer } })).data;

export const personFile = (customer: string) => () =>
  download('/customers/{id}/data-export/file', { path: { id: customer } });

/** What an erasure would do; never from before, because orders move on. */
export const erasureQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer-erasure', customer],
    gcTime: 0,
    queryFn: async ({ signal }) => (await api.get('/customers/{id}/erasure', { path: { id: customer }, signal })).data,
  });

/** What an erasure makes stale besides the customers: the orders name nobody, carts and files are gone. */
export const staleAfterErasure = [...staleAfterChange, ['orders'], ['carts'], ['customer-exports']] as const;

export const erase = async (customer: string, body: ErasureIn) =>
  (await api.post('/customers/{id}/erase', { path: { id: customer }, body, form: true })).data;
