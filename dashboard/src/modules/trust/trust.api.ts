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

/** The key is below the order's: whatever invalidates the order invalidates its trust. */
export const orderTrustQuery = (id: string) => apiQuery('/orders/{id}/trust', { path: { id } });

export const customerTrustQuery = (id: string) => apiQuery('/customers/{id}/trust', { path: { id } });
