import { describe, expect, it } from 'vitest';
import type { OrderView } from '../orders.api';
import { isEditable } from '../orders.model';
import { bodyOf, valuesOf, withLine, type EditLine } from './edit.model';
import { part } from '@/test/part';

const order = part<OrderView>({
  items: [
    {
      line: 1,
      product_id: 'prd_a',
      variant_id: null,
      name: { ar: 'قميص' },
      option_values: [],
      image_url: null,
      unit_price: '10.00',
      quantity: 2,
    },
    {
      line: 3,
      product_id: 'prd_b',
      variant_id: 'var_b',
      name: { ar: 'كوب' },
      option_values: [],
      image_url: null,
      unit_price: '5.00',
      quantity: 1,
    },
  ],
  full_shipping_fees: '20.00',
  payment_fees: '0.00',
  other_discount: '0.00',
  coupon: { id: 'cou_a', code: 'EID10', segment: 'products_price', discount: '2.50' },
  address: null,
  sender_name: 'سارة',
  mobile: '+966551112233',
});

const fresh: EditLine = {
  line: null,
  product_id: 'prd_c',
  variant_id: null,
  name: { ar: 'جديد' },
  detail: [],
  image_url: null,
  base_price: '7.00',
  unit_price: '7.00',
  quantity: 1,
  reason: '',
};

describe('what an edit sends', () => {
  it('is nothing while nothing differs', () => {
    expect(bodyOf(valuesOf(order), order)).toBeNull();
  });

  it('cp_01 a coupon stays unless it is changed or taken off', () => {
    const values = valuesOf(order);
    expect(values.coupon_code).toBe('EID10');
    expect(bodyOf({ ...values, coupon_code: 'EID20' }, order)).toEqual({ coupon_code: 'EID20' });
    expect(bodyOf({ ...values, coupon_code: '' }, order)).toEqual({ coupon_code: '' });
  });

  it('names every line that stays and leaves the usual price to the server', () => {
    const values = valuesOf(order);
    const [first] = values.items as [EditLine];
    const body = bodyOf({ ...values, items: [{ ...first, quantity: 3 }, fresh] }, order);
    expect(body).toEqual({
      items: [
        { line: 1, quantity: 3 },
        { product_id: 'prd_c', variant_id: null, quantity: 1 },
      ],
    });
  });

  it('sends a price with its reason, and amounts that differ alone', () => {
    const values = valuesOf(order);
    const [first, second] = values.items as [EditLine, EditLine];
    const body = bodyOf(
      { ...values, discount: '3.00', items: [{ ...first, unit_price: '8.00', reason: ' تعويض ' }, second] },
      order,
    );
    expect(body).toEqual({
      items: [
        { line: 1, quantity: 2, unit_price: '8.00', reason: 'تعويض' },
        { line: 3, quantity: 1 },
      ],
      discount: '3.00',
    });
  });

  it('puts the same goods into one line', () => {
    const values = valuesOf(order);
    const again = { ...fresh, product_id: 'prd_b', variant_id: 'var_b', unit_price: '5.00' };
    expect(withLine(values.items, again).map((line) => line.quantity)).toEqual([2, 2]);
    expect(withLine(values.items, { ...again, unit_price: '6.00' })).toHaveLength(3);
    const refunded = values.items.map((line) => ({ ...line, refunded: 1 }));
    expect(withLine(refunded, again)).toHaveLength(3);
  });

  it('is possible until the order is ready', () => {
    expect(isEditable('PRCS')).toBe(true);
    expect(isEditable('RDYS')).toBe(false);
  });
});
