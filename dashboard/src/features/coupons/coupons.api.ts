import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '@/shared/api/query';
import { api } from '@/shared/api/client';
import type { Schema } from '@/shared/api/wire-schema';
import { coupons, type CouponView } from '@/modules/coupons/coupons.api';
import type { Target } from './coupons.model';

export type CouponUse = Schema<'CouponUseView'>;

export const suggestCode = async () => (await api.get('/coupons/code')).data.code;
export const restoreCoupon = (id: string) => api.post('/coupons/{id}/restore', { path: { id } });

/** The orders that have, or had, a coupon, a page at a time. */
export const usesQuery = (id: string, page: number) =>
  apiQuery('/coupons/{id}/uses', { path: { id }, query: { page, per_page: 10 } });

/** The names of a coupon's products; deleted ones have none. */
async function targets(ids: readonly string[], signal: AbortSignal): Promise<Target[]> {
  const found = new Map<string, Target['name']>();
  for (let from = 0; from < ids.length; from += 100) {
    const params = { ids: ids.slice(from, from + 100).join(','), columns: 'name' };
    const { rows } = (await api.get('/products/sheet', { query: params, signal, quiet: true })).data;
    for (const row of rows) found.set(row.id, row.title);
  }
  return ids.map((id) => ({ id, name: found.get(id) ?? {} }));
}

/** A coupon with the names of its products, for the form. */
export const couponQuery = (id: string, mayReadProducts: boolean) =>
  queryOptions({
    queryKey: [...coupons.key, 'one', id, 'named', mayReadProducts] as const,
    queryFn: async ({ signal }): Promise<{ coupon: CouponView; products: Target[] }> => {
      const coupon = (await api.get('/coupons/{id}', { path: { id }, signal })).data;
      const ids = coupon.product_ids;
      const products =
        ids.length > 0 && mayReadProducts ? await targets(ids, signal) : ids.map((each) => ({ id: each, name: {} }));
      return { coupon, products };
    },
  });
