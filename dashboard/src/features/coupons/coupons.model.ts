import { compareDecimal } from '@/shared/forms/decimal';
import { momentAt, wallClockOf } from '@/shared/lib/days';
import type { CouponIn, CouponState, CouponView } from '@/modules/coupons/coupons.api';

export const couponStates: readonly CouponState[] = ['active', 'scheduled', 'ended', 'used_up', 'off'];
export const usabilities: readonly CouponView['discount_usability'][] = ['many_times', 'one_time', 'first_order'];
/** Maximum of products, or categories, of a coupon. */
export const mostTargets = 200;

/** A product that a coupon is for, with its name. */
export interface Target {
  id: string;
  name: { ar?: string; en?: string };
}

/** Form values: both kinds of discount side by side, times in the store's time zone. */
export interface CouponValues {
  name: string;
  code: string;
  discount_type: CouponView['discount_type'];
  percentage: number | null;
  amount: string;
  max_discount: string;
  discount_segment: CouponView['discount_segment'];
  discount_usability: CouponView['discount_usability'];
  usage_limit: number | null;
  min_amount: string;
  /** `2026-12-01T00:00`; '' starts at once. */
  starts_at: string;
  /** The last minute of validity; '' for no end. */
  ends_at: string;
  is_active: boolean;
  excludes_discounted: boolean;
  scope: CouponView['scope'];
  products: Target[];
  category_ids: string[];
}

export const blankCoupon = (): CouponValues => ({
  name: '',
  code: '',
  discount_type: 'percentage',
  percentage: null,
  amount: '',
  max_discount: '',
  discount_segment: 'products_price',
  discount_usability: 'many_times',
  usage_limit: null,
  min_amount: '',
  starts_at: '',
  ends_at: '',
  is_active: true,
  excludes_discounted: false,
  scope: 'all',
  products: [],
  category_ids: [],
});

const minute = 60_000;
const isZero = (amount: string | null) => !amount || compareDecimal(amount, '0') === 0;
const earlier = (moment: string | null) => moment && new Date(Date.parse(moment) - minute).toISOString();

/** A coupon as form values. `products` are those of its scope. */
export function valuesOf(coupon: CouponView, products: readonly Target[], zone: string | undefined): CouponValues {
  const isShare = coupon.discount_type === 'percentage';
  return {
    name: coupon.name,
    code: coupon.code,
    discount_type: coupon.discount_type,
    percentage: isShare ? Number(coupon.discount_value) : null,
    amount: isShare ? '' : coupon.discount_value,
    max_discount: coupon.max_discount ?? '',
    discount_segment: coupon.discount_segment,
    discount_usability: coupon.discount_usability,
    usage_limit: coupon.usage_limit ?? null,
    min_amount: isZero(coupon.min_amount) ? '' : coupon.min_amount,
    starts_at: wallClockOf(coupon.starts_at ?? null, zone),
    // The API's end is exclusive: the first moment after the validity.
    ends_at: wallClockOf(earlier(coupon.ends_at ?? null), zone),
    is_active: coupon.is_active,
    excludes_discounted: coupon.excludes_discounted,
    scope: coupon.scope,
    products: [...products],
    category_ids: coupon.category_ids,
  };
}

/** A duplicate of a coupon, without its code and dates. */
export const copyOf = (values: CouponValues, name: string): CouponValues => ({
  ...values,
  name,
  code: '',
  starts_at: '',
  ends_at: '',
  is_active: true,
});

/** The request body; fields that do not apply to the kind are cleared. */
export function bodyOf(values: CouponValues, zone: string | undefined): CouponIn {
  const isShare = values.discount_type === 'percentage';
  const end = values.ends_at && new Date(Date.parse(momentAt(values.ends_at, zone)) + minute).toISOString();
  return {
    name: values.name.trim(),
    code: values.code.trim(),
    discount_type: values.discount_type,
    discount_value: isShare ? String(values.percentage ?? '') : values.amount,
    max_discount: isShare && values.max_discount ? values.max_discount : null,
    discount_segment: values.discount_segment,
    discount_usability: values.discount_usability,
    usage_limit: values.usage_limit,
    min_amount: values.min_amount || null,
    starts_at: values.starts_at ? momentAt(values.starts_at, zone) : null,
    ends_at: end ? end.replace('.000Z', 'Z') : null,
    is_active: values.is_active,
    excludes_discounted: values.excludes_discounted,
    scope: values.scope,
    ...(values.scope === 'products' && { product_ids: values.products.map((product) => product.id) }),
    ...(values.scope === 'categories' && { category_ids: values.category_ids }),
  };
}

/** The time that the list shows: the next bound, or the one that has passed. */
export function timeOf(coupon: Pick<CouponView, 'state' | 'starts_at' | 'ends_at'>): {
  key: 'starts' | 'ends' | 'ended';
  at: string;
} | null {
  if (coupon.state === 'scheduled' && coupon.starts_at) return { key: 'starts', at: coupon.starts_at };
  if (coupon.state === 'ended' && coupon.ends_at) return { key: 'ended', at: coupon.ends_at };
  return coupon.state === 'active' && coupon.ends_at ? { key: 'ends', at: coupon.ends_at } : null;
}
