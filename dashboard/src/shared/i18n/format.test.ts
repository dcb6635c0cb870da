import { afterEach, describe, expect, it } from 'vitest';
import { render } from './catalogue';
import { latinDigits } from './digits';
import {
  formatAmount,
  formatBytes,
  formatClock,
  formatDate,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRelative,
  getTimeZone,
  setTimeZone,
  shortenNumber,
} from './format';
import { textOf } from './texts';

/** Direction marks and no-break spaces differ between ICU builds. */
const plain = (text: string) => text.replace(/[\u200E\u200F\u061C\u2066-\u2069]/g, '').replace(/[\u00A0\u202F]/g, ' ');
afterEach(() => setTimeZone(undefined));

describe('money', () => {
  it('keeps every digit of large amounts: no float on the way', () => {
    expect(formatAmount('9999999999999.99', 'SAR')).toBe('9,999,999,999,999.99');
    expect(formatAmount('90071992547409.937', 'KWD')).toBe('90,071,992,547,409.937');
  });
  it('uses the digits of the currency', () => {
    expect(formatAmount('1.25', 'KWD')).toBe('1.250');
    expect(formatAmount('1235.00', 'LBP')).toBe('1,235');
    expect(formatAmount('0', 'SAR')).toBe('0.00');
  });
  it('writes sign or code by language', () => {
    expect(plain(formatMoney('1234.5', 'SAR', 'ar'))).toBe('1,234.50 ر.س');
    expect(plain(formatMoney('1234.5', 'SAR', 'en'))).toBe('SAR 1,234.50');
  });
  it.each([
    ['999', '999'],
    ['1234', '1.23K'],
    ['1500000', '1.5M'],
    ['999999', '1M'],
    ['-2500', '-2.5K'],
    ['84210.5', '84.21K'],
  ])('va_02_shortens %s to %s', (value, text) => expect(plain(shortenNumber(value, 'en'))).toBe(text));
  it.each([
    ['999', '999'],
    ['10000', '10 ألف'],
    ['1234', '1.23 ألف'],
    ['1500000', '1.5 مليون'],
    ['-2500', '-2.5 ألف'],
  ])('va_02_shortens %s to %s in Arabic', (value, text) => expect(plain(shortenNumber(value, 'ar'))).toBe(text));
});

describe('numbers and dates', () => {
  it('always have Latin digits', () => {
    expect(formatNumber(1234567.891)).toBe('1,234,567.891');
    expect(formatPercent(0.153)).toBe('15.3%');
    expect(formatBytes(1_572_864, 'ar')).toBe('1.5 م.ب');
  });
  it('are Gregorian, in Arabic and in the time zone of the store', () => {
    setTimeZone('Asia/Riyadh');
    expect(plain(formatDate('2026-02-28T22:30:00Z', 'long', 'ar'))).toBe('1 مارس 2026');
    expect(plain(formatDate('2026-02-28T22:30:00Z', 'short', 'ar'))).toMatch(/^1 مارس.*1:30 ص$/);
    expect(plain(formatDate('2026-02-28T22:30:00Z', 'long', 'en'))).toBe('March 1, 2026');
  });
  it('an unknown time zone is left out, an invalid moment is blank', () => {
    setTimeZone('Mars/Olympus');
    expect(getTimeZone()).toBeUndefined();
    // The session sets it again with every change.
    setTimeZone('Mars/Olympus');
    expect(getTimeZone()).toBeUndefined();
    expect(formatDate('not a date')).toBe('');
    expect(formatDate('2026-03-01T12:00:00Z', 'long', 'en')).toBe('March 1, 2026');
  });
  it('speak of the past', () => {
    const now = new Date('2026-03-01T12:00:00Z');
    expect(formatRelative('2026-03-01T11:57:00Z', now, 'en')).toBe('3 minutes ago');
    expect(plain(formatRelative('2026-03-01T11:57:00Z', now, 'ar'))).toBe('قبل 3 دقائق');
    expect(formatRelative('2026-02-28T12:00:00Z', now, 'en')).toBe('yesterday');
  });
  it('yesterday is the day before, not the hours before', () => {
    setTimeZone('Asia/Riyadh');
    const now = new Date('2026-11-21T07:00:00Z');
    expect(formatRelative('2026-11-19T12:31:00Z', now, 'en')).toBe('2 days ago');
    expect(formatRelative('2026-11-19T22:00:00Z', now, 'en')).toBe('yesterday');
    expect(formatRelative('2026-09-23T18:00:00Z', now, 'en')).toBe('1 month ago');
    expect(formatRelative('2026-11-21T06:59:30Z', now, 'en')).toBe('now');
  });
});

describe('texts', () => {
  const rows = {
    zero: 'لا طلبات',
    one: 'طلب واحد',
    two: 'طلبان',
    few: '{count} طلبات',
    many: '{count} طلبًا',
    other: '{count} طلب',
  };
  it.each([
    [0, 'لا طلبات'],
    [1, 'طلب واحد'],
    [2, 'طلبان'],
    [3, '3 طلبات'],
    [10, '10 طلبات'],
    [11, '11 طلبًا'],
    [99, '99 طلبًا'],
    [100, '100 طلب'],
    [103, '103 طلبات'],
    [1002, '1,002 طلب'],
  ])('%i has its Arabic form', (count, text) => expect(render(rows, { count }, 'ar')).toBe(text));
  it('fills placeholders and leaves unknown ones', () => {
    expect(render('{from}–{to} of {total} {x}', { from: 1, to: 20, total: 2370 }, 'en')).toBe('1–20 of 2,370 {x}');
  });
  it('falls back to the other language rather than showing nothing', () => {
    expect(textOf({ ar: 'قميص' }, 'en')).toBe('قميص');
    expect(textOf({ ar: '', en: 'Shirt' }, 'ar')).toBe('Shirt');
    expect(textOf(null, 'ar')).toBe('');
  });
  it('reads Arabic and Persian digits', () => {
    expect(latinDigits('١٢٣٤٬٥٦٧٫٨٩')).toBe('1234567.89');
    expect(latinDigits('۱۲۳')).toBe('123');
  });
});

describe('a time of the day', () => {
  it.each([
    [0, '12:00 AM', '12:00 ص'],
    [9 * 60, '9:00 AM', '9:00 ص'],
    [12 * 60 + 30, '12:30 PM', '12:30 م'],
    [22 * 60, '10:00 PM', '10:00 م'],
  ])('f12: %i minutes after midnight is on the clock of twelve hours', (minutes, en, ar) => {
    // Independent of the store's time zone: it has no date.
    setTimeZone('Asia/Riyadh');
    expect(plain(formatClock(minutes, 'en'))).toBe(en);
    expect(plain(formatClock(minutes, 'ar'))).toBe(ar);
  });
});
