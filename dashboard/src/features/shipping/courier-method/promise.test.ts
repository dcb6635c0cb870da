import { expect, it } from 'vitest';
import { setLanguage } from '@/shared/i18n/language';
import { useCourierMethodText } from './i18n';
import { promisedDays, promiseText } from './promise';

const days = (processing_days: number | null, delivery_days_min: number | null, delivery_days_max: number | null) => ({
  processing_days,
  delivery_days_min,
  delivery_days_max,
});

it('sp_01_the_promise_is_processing_and_delivery_together', () => {
  expect(promisedDays(days(1, 1, 3))).toEqual({ min: 2, max: 4 });
  expect(promisedDays(days(null, null, 3))).toEqual({ min: 3, max: 3 });
  expect(promisedDays(days(2, 1, null))).toEqual({ min: 3, max: 3 });
  expect(promisedDays(days(5, null, null))).toBeNull();
});

it('sp_01_the_promise_reads_as_a_sentence_in_both_languages', () => {
  const text = (...all: Parameters<typeof days>) => promiseText(days(...all), useCourierMethodText.now);
  setLanguage('ar');
  expect(text(1, 1, 3)).toBe('يصلك خلال 2 إلى 4 أيام');
  expect(text(0, 2, 2)).toBe('يصلك خلال يومين');
  expect(text(0, 1, 2)).toBe('يصلك خلال يوم إلى يومين');
  expect(text(0, 0, 3)).toBe('يصلك خلال 3 أيام');
  expect(text(3, 7, 11)).toBe('يصلك خلال 10 إلى 14 يومًا');
  setLanguage('en');
  expect(text(0, 1, 1)).toBe('Arrives in 1 day');
  expect(text(0, 0, 3)).toBe('Arrives within 3 days');
  expect(text(0, 0, 0)).toBe('Arrives today');
  expect(text(0, null, null)).toBeNull();
});
