import { describe, expect, it } from 'vitest';
import { sayCoupon } from './describe-coupon';

const of = (code: string | null) => ({ total: '90.00', coupon: code && { code, discount: '10.00' } });

describe('what an edit did with the coupon of an order', () => {
  it('says that one was put on, taken off or replaced', () => {
    expect(sayCoupon(of(null), of('EID'))).toContain('\u2068EID\u2069');
    expect(sayCoupon(of('EID'), of(null))).toContain('\u2068EID\u2069');
    expect(sayCoupon(of('EID'), of(null))).not.toBe(sayCoupon(of(null), of('EID')));
    expect(sayCoupon(of('EID'), of('FIT'))).toMatch(/EID.*FIT/u);
  });

  it('shows nothing where it stayed the same or is unknown', () => {
    expect(sayCoupon(of('EID'), { total: '80.00', coupon: { code: 'EID', discount: '8.00' } })).toBeNull();
    expect(sayCoupon({ total: '1' }, { total: '2' })).toBeNull();
    expect(sayCoupon(null, null)).toBeNull();
  });
});
