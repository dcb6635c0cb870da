import { beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '@/shared/i18n/language';
import { describeLines } from './describe-lines';

type Side = Parameters<typeof describeLines>[0];
const line = (over: object = {}) => ({
  line: 1,
  name: { ar: 'عود', en: 'Oud' },
  quantity: 3,
  unit_price: '198.00',
  ...over,
});
const formatAmount = (amount: string) => `SAR ${amount}`;
const changesOf = (before: Side, after: Side) =>
  describeLines(before, after, formatAmount, 'en').map((text) => text.replace(/[\u2068\u2069]/g, ''));

beforeEach(() => setLanguage('en'));

describe('OR-02: what an edit did with the lines of an order', () => {
  it('says pieces, prices with their reason, what came and what went', () => {
    const withHigherPrice = line({ quantity: 2, unit_price: '188.33', reason: 'by phone' });
    expect(
      changesOf({ items: [line(), line({ line: 2 })] }, { items: [withHigherPrice, line({ line: 3, quantity: 1 })] }),
    ).toEqual([
      'Oud: quantity from 3 to 2',
      'Oud: price from SAR 198.00 to SAR 188.33',
      'reason: by phone',
      'Added Oud × 1',
      'Removed Oud',
    ]);
  });

  it('says the discount, and nothing of what stayed', () => {
    expect(changesOf({ total: '9.00', discount: '0.00' }, { total: '8.00', discount: '1.00' })).toEqual([
      'discount from SAR 0.00 to SAR 1.00',
    ]);
    expect(changesOf({ total: '9.00' }, { total: '8.00' })).toEqual([]);
    expect(describeLines(null, null, formatAmount, 'ar')).toEqual([]);
  });
});
