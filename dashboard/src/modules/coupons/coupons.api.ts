import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** What a code takes off, for whom and how often (CP-01). */
export type CouponView = Schema<'CouponView'>;
export type CouponIn = SchemaIn<'CouponIn'>;
export type CouponState = CouponView['state'];

export const coupons = resource<CouponView, CouponView, CouponIn>('coupons');

/** A coupon that something names; one that was deleted meanwhile is no failure to be told. */
export const namedQuery = (id: string) =>
  queryOptions({
    queryKey: [...coupons.key, 'named', id] as const,
    queryFn: async ({ signal }) =>
      (await api.get<One<CouponView>>(`/coupons/${encodeURIComponent(id)}`, { quiet: true, signal })).data,
    retry: false,
    staleTime: 30_000,
  });
