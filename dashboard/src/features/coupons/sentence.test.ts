import { describe, expect, it } from 'vitest';
import { render, type Entry, type Values } from '@/shared/i18n/catalogue';
import type { Language } from '@/shared/i18n/language';
import { blankCoupon, type CouponValues } from './coupons.model';
import ar from './i18n/ar.json';
import en from './i18n/en.json';
import { sentenceOf } from './sentence';

const texts: Record<Language, Record<string, Entry>> = { ar, en };
const sentenceFor = (language: Language, over: Partial<CouponValues>, categories: string[] = []) => {
  const t = (key: string, values?: Values) => render(texts[language][key] ?? key, values, language);
  const sentence = sentenceOf({ ...blankCoupon(), ...over }, { t, language, currency: 'SAR', categories });
  // Removes the invisible direction marks.
  return sentence?.replace(/[\u2066\u2068\u2069]/g, '').replaceAll('\u00A0', ' ') ?? null;
};

describe('what a coupon does, in words', () => {
  it('cp_01 says nothing before there is a value', () => {
    expect(sentenceFor('en', {})).toBeNull();
    expect(sentenceFor('en', { discount_type: 'fixed', amount: '0.00' })).toBeNull();
  });

  it('cp_01 says every term in both languages', () => {
    const terms: Partial<CouponValues> = {
      percentage: 10,
      max_discount: '50.00',
      discount_usability: 'one_time',
      scope: 'categories',
      category_ids: ['cat_a'],
      ends_at: '2026-12-31T23:59',
    };
    expect(sentenceFor('en', terms, ['shoes'])).toBe(
      '10% off shoes, up to SAR 50.00, once per customer, until Dec 31, 2026.',
    );
    expect(sentenceFor('ar', terms, ['الأحذية'])).toBe(
      'خصم 10% على الأحذية، بحد أقصى 50.00 ر.س، مرة واحدة لكل عميل، حتى 31 ديسمبر 2026.',
    );
  });

  it('cp_01 says shipping as it is', () => {
    const free: Partial<CouponValues> = { percentage: 100, discount_segment: 'shipping_fees', min_amount: '200.00' };
    expect(sentenceFor('en', free)).toBe('Free shipping, unlimited uses per customer, minimum order SAR 200.00.');
    const some: Partial<CouponValues> = {
      discount_type: 'fixed',
      amount: '15.00',
      discount_segment: 'shipping_fees',
      scope: 'products',
      products: [{ id: 'a', name: { en: 'Dates', ar: 'تمر' } }],
    };
    expect(sentenceFor('en', some)).toBe(
      'SAR 15.00 off shipping, when the cart contains Dates, unlimited uses per customer.',
    );
  });

  it('cp_01 counts what it does not name', () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ id: String(n), name: { ar: `تمر ${n}` } }));
    expect(sentenceFor('ar', { percentage: 5, scope: 'products', products: many })).toMatch(/^خصم 5% على 12 منتجًا،/);
    expect(sentenceFor('ar', { percentage: 5, usage_limit: 2 })).toMatch(/لأول طلبين\.$/);
  });
});
