import { queryOptions } from '@tanstack/react-query';
import { orderPageQuery } from '@/modules/order-brief/order-page.api';
import { apiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';
import type { StatusTone } from '@/shared/ui/tokens';

export type TrustScore = Schema<'TrustScore'>;
export type OrderTrust = Schema<'OrderTrust'>;
export type CustomerTrust = Schema<'CustomerTrust'>;
export type OrderCall = Schema<'OrderCall'>;
export type CodDecision = Schema<'CodDecision'>;

/** A short history is nothing wrong. */
export const bandTones: Record<TrustScore['band'], StatusTone> = { good: 'green', fair: 'gray', poor: 'red' };

/** Whether the customer still has to be called. */
export const isToCall = ({ state }: OrderTrust): boolean =>
  state === 'waiting' || state === 'unreachable' || state === 'wrong_number';

/** Null for an order that has no score; of the order's page. */
export const orderTrustQuery = (id: string) => queryOptions({ ...orderPageQuery(id), select: ({ trust }) => trust });

export const customerTrustQuery = (id: string) => apiQuery('/customers/{id}/trust', { path: { id } });
