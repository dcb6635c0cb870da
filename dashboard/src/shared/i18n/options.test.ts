import { describe, expect, it } from 'vitest';
import { optionNameOf, optionsOf, optionValueOf, variantOf } from './options';

const fabric = { name: 'القماش', name_texts: { en: 'Fabric' }, value_texts: { قطن: { en: 'Cotton' } } };

describe('option values', () => {
  it('f12_are read in the language of the reader, and as they are written where they have no name there', () => {
    const [cotton, linen] = [...optionsOf([fabric], ['قطن']), ...optionsOf([fabric], ['كتان'])];
    expect([cotton, linen].map((option) => option && optionValueOf(option, 'en'))).toEqual(['Cotton', 'كتان']);
    expect(cotton && [optionNameOf(cotton, 'en'), optionNameOf(cotton, 'ar'), optionValueOf(cotton, 'ar')]).toEqual([
      'Fabric',
      'القماش',
      'قطن',
    ]);
    expect(optionsOf([], ['L'])).toEqual([{ name: '', value: 'L', name_texts: undefined, value_texts: undefined }]);
  });

  it('f12_of a variant stand one after the other', () => {
    const variant = { option_values: ['قطن', 'L'], option_texts: [{ ar: 'قطن', en: 'Cotton' }] };
    expect(variantOf(variant, 'en')).toBe('Cotton / L');
    expect(variantOf(variant, 'ar')).toBe('قطن / L');
  });
});
