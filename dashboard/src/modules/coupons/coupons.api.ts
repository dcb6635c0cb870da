import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** A coupon: discount, eligible persons and limits (CP-01). */
export type CouponView = Schema<'CouponView'>;
export type CouponIn = SchemaIn<'NewCoupon'>;
export type CouponState = CouponView['state'];

export const coupons = resource('coupons');

/** The coupon that a row references; a 404 for a deleted one is not shown as an error. */
export const namedQuery = (id: string) =>
  queryOptions({ ...apiQuery('/coupons/{id}', { path: { id }, quiet: true }), retry: false, staleTime: 30_000 });
