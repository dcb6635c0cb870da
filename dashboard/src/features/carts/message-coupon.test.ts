import { describe, expect, it } from 'vitest';
import { bodyFor, readable } from './message-coupon';

describe('the coupon of a message', () => {
  it('mk_03 its code comes into the text with it and goes again', () => {
    const body = { ar: 'سلتك: {{cart_link}}', en: '' };
    const on = bodyFor(body, true);
    expect(on).toEqual({ ar: 'سلتك: {{cart_link}}\nرمز الخصم: {{coupon_code}}', en: '' });
    expect(bodyFor(on, true)).toEqual(on);
    expect(bodyFor(on, false)).toEqual(body);
  });

  it('mk_03 a hand-written text stays', () => {
    const own = { ar: 'استعمل {{ coupon_code }} من هنا {{cart_link}}', en: 'Use {{coupon_code}}' };
    expect(bodyFor(own, true)).toEqual(own);
    expect(bodyFor(own, false)).toEqual(own);
  });

  it('ca_03 the preview fills in what is known', () => {
    expect(readable('{{customer_name}}: {{ coupon_code }} {{x}}', { customer_name: 'نورة', coupon_code: 'EID' })).toBe(
      'نورة: EID {{x}}',
    );
  });
});
