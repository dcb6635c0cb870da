import { describe, expect, it } from 'vitest';
import { bodyOf, errorsOf, valuesOf } from './draft.model';

describe('the coupon of a draft', () => {
  it('or_03 a code is sent as it is typed, and none as none', () => {
    const empty = valuesOf(null);
    expect(empty.coupon_code).toBe('');
    expect(bodyOf(empty, null).coupon_code).toBeNull();
    expect(bodyOf({ ...empty, coupon_code: ' عيد_١٠ ' }, null).coupon_code).toBe('عيد_١٠');
  });
  it('or_03 problems other than missing values are shown before the draft is placed', () => {
    const problems = [
      { field: 'coupon_code', code: 'coupon', message: 'ended' },
      { field: 'payment_method_id', code: 'payment_missing', message: 'choose' },
    ];
    expect(errorsOf(problems, 'no')).toEqual({ coupon_code: 'ended' });
    expect(errorsOf(problems, 'paid')).toEqual({ coupon_code: 'ended' });
  });
});
