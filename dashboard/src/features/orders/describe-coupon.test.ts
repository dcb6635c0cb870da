import { describe, expect, it } from 'vitest';
import { describeCoupon } from './describe-coupon';

const of = (code: string | null) => ({ total: '90.00', coupon: code && { code, discount: '10.00' } });

describe('what an edit did with the coupon of an order', () => {
  it('says that one was put on, taken off or replaced', () => {
    expect(describeCoupon(of(null), of('EID'))).toContain('\u2068EID\u2069');
    expect(describeCoupon(of('EID'), of(null))).toContain('\u2068EID\u2069');
    expect(describeCoupon(of('EID'), of(null))).not.toBe(describeCoupon(of(null), of('EID')));
    expect(describeCoupon(of('EID'), of('FIT'))).toMatch(/EID.*FIT/u);
  });

  it('shows nothing where it stayed the same or is unknown', () => {
    expect(describeCoupon(of('EID'), { total: '80.00', coupon: { code: 'EID', discount: '8.00' } })).toBeNull();
    expect(describeCoupon({ total: '1' }, { total: '2' })).toBeNull();
    expect(describeCoupon(null, null)).toBeNull();
  });
});
