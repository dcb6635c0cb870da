import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** What a code takes off, for whom and how often (CP-01). */
export type CouponView = Schema<'CouponView'>;
export type CouponIn = SchemaIn<'NewCoupon'>;
export type CouponState = CouponView['state'];

export const coupons = resource('coupons');

/** A coupon that something names; one that was deleted meanwhile is no failure to be told. */
export const namedQuery = (id: string) =>
  queryOptions({ ...apiQuery('/coupons/{id}', { path: { id }, quiet: true }), retry: false, staleTime: 30_000 });
