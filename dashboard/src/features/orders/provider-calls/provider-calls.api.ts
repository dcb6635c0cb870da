import { queryOptions } from '@tanstack/react-query';
import { orderPageQuery } from '@/modules/order-brief/order-page.api';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';

export type ProviderCall = Schema<'ProviderCallView'>;
export type ProviderExchange = Schema<'ProviderExchangeView'>;

/** Calls to payment gateways and couriers about an order, newest first, from its page's answer. */
export const providerCallsQuery = (id: string) =>
  queryOptions({ ...orderPageQuery(id), select: ({ provider_calls }) => provider_calls });

/** Whether there is any: the page has no place for them otherwise. */
export const hasProviderCallsQuery = (id: string) =>
  queryOptions({ ...orderPageQuery(id), select: ({ provider_calls }) => provider_calls.length > 0 });

/** What was sent and answered, newest first; asked for when it is opened. */
export const exchangesQuery = (call: string) => apiQuery('/provider-calls/{id}/exchanges', { path: { id: call } });

export const retryCall = (id: string) => api.post('/provider-calls/{id}/retry', { path: { id } });
