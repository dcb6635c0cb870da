import { describe, expect, it } from 'vitest';
import type { CouponView } from '@/modules/coupons/coupons.api';
import { checkCoupon } from './coupon-check';
import { blankCoupon, bodyOf, copyOf, timeOf, valuesOf } from './coupons.model';
import { part } from '@/test/part';

const zone = 'Asia/Riyadh';
const coupon = part<CouponView>({
  id: 'cou_a',
  name: 'عرض الموسم',
  code: 'EID10',
  state: 'active',
  discount_type: 'percentage',
  discount_value: '12.5',
  max_discount: '50.00',
  discount_segment: 'products_price',
  discount_usability: 'one_time',
  usage_count: 2,
  usage_limit: 100,
  discount_total: '25.00',
  min_amount: '0.00',
  starts_at: '2026-11-30T21:00:00Z',
  ends_at: '2026-12-31T21:00:00Z',
  is_active: true,
  excludes_discounted: false,
  scope: 'products',
  product_ids: ['prd_a'],
  category_ids: [],
  created_at: '2026-11-22T09:00:00Z',
  updated_at: '2026-11-22T09:00:00Z',
  version: 3,
});
const products = [{ id: 'prd_a', name: { ar: 'تمر' } }];

describe('a coupon as its form holds it', () => {
  it('cp_01 its days are the store’s, and the last one is whole', () => {
    const values = valuesOf(coupon, products, zone);
    expect([values.starts_at, values.ends_at]).toEqual(['2026-12-01T00:00', '2026-12-31T23:59']);
    const body = bodyOf(values, zone);
    expect([body.starts_at, body.ends_at]).toEqual(['2026-11-30T21:00:00Z', '2026-12-31T21:00:00Z']);
    expect(bodyOf({ ...values, ends_at: '2026-12-31T18:00' }, zone).ends_at).toBe('2026-12-31T15:01:00Z');
  });

  it('cp_01 comes back as it was, and says only what its kind has', () => {
    const values = valuesOf(coupon, products, zone);
    expect(bodyOf(values, zone)).toMatchObject({
      discount_value: '12.5',
      max_discount: '50.00',
      min_amount: null,
      usage_limit: 100,
      scope: 'products',
      product_ids: ['prd_a'],
    });
    const fixed = bodyOf({ ...values, discount_type: 'fixed', amount: '5.00', scope: 'all' }, zone);
    expect(fixed).toMatchObject({ discount_value: '5.00', max_discount: null, scope: 'all' });
    expect(fixed.product_ids).toBeUndefined();
  });

  it('cp_01 a copy has its own code and days', () => {
    const copy = copyOf(valuesOf(coupon, products, zone), 'نسخة');
    expect([copy.name, copy.code, copy.starts_at, copy.ends_at, copy.percentage]).toEqual(['نسخة', '', '', '', 12.5]);
  });

  it('cp_01 the list says the moment that matters', () => {
    expect(timeOf(coupon)).toEqual({ key: 'ends', at: coupon.ends_at });
    expect(timeOf({ ...coupon, state: 'scheduled' })).toEqual({ key: 'starts', at: coupon.starts_at });
    expect(timeOf({ ...coupon, state: 'ended' })).toEqual({ key: 'ended', at: coupon.ends_at });
    expect(timeOf({ ...coupon, state: 'off' })).toBeNull();
    expect(timeOf({ ...coupon, ends_at: null })).toBeNull();
  });

  it('cp_01 a missing value is reported at its field', () => {
    const empty = blankCoupon();
    expect(Object.keys(checkCoupon(empty)).sort()).toEqual(['code', 'discount_value', 'name']);
    const values = { ...valuesOf(coupon, products, zone) };
    expect(checkCoupon(values)).toEqual({});
    expect(Object.keys(checkCoupon({ ...values, code: 'ab', percentage: 0 }))).toEqual(['code', 'discount_value']);
    expect(Object.keys(checkCoupon({ ...values, products: [] }))).toEqual(['product_ids']);
    expect(Object.keys(checkCoupon({ ...values, scope: 'categories' }))).toEqual(['category_ids']);
    expect(Object.keys(checkCoupon({ ...values, starts_at: '2027-01-01T00:00' }))).toEqual(['ends_at']);
  });
});
