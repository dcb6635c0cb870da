import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import type { Schema } from '@/shared/api/wire-schema';
import type { StatusTone } from '@/shared/ui/tokens';

export type TrustScore = Schema<'TrustScore'>;
export type OrderTrust = Schema<'OrderTrust'>;
export type CustomerTrust = Schema<'CustomerTrust'>;
export type OrderCall = Schema<'OrderCall'>;
export type CodDecision = Schema<'CodDecision'>;

export const bandTones: Record<TrustScore['band'], StatusTone> = { good: 'green', fair: 'amber', poor: 'red' };

/** Below the order's own key: whatever makes the order stale makes its trust stale. */
export const orderTrustQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id, 'trust'] as const,
    queryFn: async ({ signal }) =>
      (await api.get<One<OrderTrust>>(`/orders/${encodeURIComponent(id)}/trust`, { signal })).data,
  });

export const customerTrustQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id, 'trust'] as const,
    queryFn: async ({ signal }) =>
      (await api.get<One<CustomerTrust>>(`/customers/${encodeURIComponent(id)}/trust`, { signal })).data,
  });
