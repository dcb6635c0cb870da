import { describe, expect, it } from 'vitest';
import { changedCodes, fieldsOf } from './settings.api';

describe('store settings', () => {
  it('st_09 only what changed is sent', () => {
    const saved = { store_name: 'متجر', seo_title: { ar: 'أ', en: '' }, skip_cart_page: false };
    expect(changedCodes(saved, { ...saved })).toEqual([]);
    expect(changedCodes(saved, { ...saved, seo_title: { ar: 'أ', en: 'A' }, skip_cart_page: true })).toEqual([
      'seo_title',
      'skip_cart_page',
    ]);
  });

  it('st_09 a refusal of a value is shown at its field and language', () => {
    expect(fieldsOf('seo_title', { 'value.ar': ['طويل'] })).toEqual({ 'seo_title.ar': ['طويل'] });
    expect(fieldsOf('vat_value', { value: ['نسبة'] })).toEqual({ vat_value: ['نسبة'] });
  });
});
