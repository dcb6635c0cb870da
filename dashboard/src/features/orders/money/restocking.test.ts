import { describe, expect, it } from 'vitest';
import { isRestockedFor } from './restocking';

describe('OR-04: what goes back into stock', () => {
  it('keeps out what cannot be sold again, in the words of either language', () => {
    for (const name of [
      { ar: 'تالف أو معيب', en: 'Damaged or faulty' },
      { ar: 'المنتج التالف', en: '' },
      { ar: 'وصل مكسورًا', en: '' },
      { ar: '', en: 'Defective item' },
    ]) {
      expect(isRestockedFor({ name })).toBe(false);
    }
  });

  it('puts everything else back', () => {
    expect(isRestockedFor({ name: { ar: 'مقاس غير مناسب', en: 'Wrong size' } })).toBe(true);
    expect(isRestockedFor({ name: { ar: 'غيّر العميل رأيه', en: 'Changed their mind' } })).toBe(true);
    expect(isRestockedFor(undefined)).toBe(true);
  });
});
