import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '@/shared/api/query';
import { api } from '@/shared/api/client';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import { staleAfterChange } from './customers.api';

export type CustomerDetail = Schema<'CustomerDetail'>;
export type MergePreview = Schema<'MergePreview'>;
export type Duplicates = Schema<'Duplicates'>;
export type MatchReason = Schema<'CustomerLikeness'>;
export type LikelyDuplicate = Schema<'LikelyDuplicate'>;
export type CustomerContact = Schema<'CustomerContact'>;

export const likenesses: readonly MatchReason[] = ['email', 'name', 'address'];

/** What a merge makes stale besides the customers: orders name another customer, and the duplicates are fewer. */
export const staleAfterMerge = [...staleAfterChange, ['customer-duplicates'], ['orders']] as const;

export const duplicatesOfQuery = (id: string) => apiQuery('/customers/{id}/duplicates', { path: { id } });

/** What would become of `kept` if `gone` went into it. Not one of the customers' queries: after the merge there is nothing to ask. */
export const mergeQuery = (survivor: string, merged: string) =>
  queryOptions({
    queryKey: ['customer-merge', survivor, merged],
    meta: { isActionPreview: true },
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api.get('/customers/{id}/merge/{other}', { path: { id: survivor, other: merged }, signal })).data,
  });

export const merge = (survivor: string, body: SchemaIn<'MergeIn'>) =>
  api.post('/customers/{id}/merge', { path: { id: survivor }, body });

export const removeContact = (id: string, contact: CustomerContact) =>
  api.delete('/customers/{id}/contacts', { path: { id }, body: contact });
