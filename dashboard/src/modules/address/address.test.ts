import { describe, expect, it } from 'vitest';
import { addressLines, addressText, countryName, mapLink, type Address } from './address';

const home: Address = {
  name: 'نورة الدوسري',
  mobile: '+966551234567',
  country: 'SA',
  region: 'الرياض',
  city: 'الرياض',
  district: 'العليا',
  street: 'شارع التحلية',
  building: '٢٤',
  short_address: 'RRRD2929',
  postal_code: '12211',
  details: 'بجانب المسجد',
};

describe('addressLines', () => {
  it('cu_01 goes from the street to the country and says nothing twice', () => {
    expect(addressLines(home, 'ar')).toEqual(['شارع التحلية، ٢٤', 'العليا', 'الرياض، المملكة العربية السعودية']);
  });
  it('leaves out what was not given', () => {
    expect(addressLines({ name: 'A', mobile: '', country: 'AE', city: 'Dubai', street: ' ' }, 'en')).toEqual([
      'Dubai, United Arab Emirates',
    ]);
  });
});

describe('countryName', () => {
  it('falls back to the code', () => {
    expect(countryName('EG', 'ar')).toBe('مصر');
    expect(countryName('??', 'en')).toBe('??');
  });
});

describe('mapLink', () => {
  it('prefers the point that the shopper chose', () => {
    expect(mapLink({ ...home, geo_location: { lat: '24.7136', lng: '46.6753' } })).toContain('24.7136%2C46.6753');
    expect(mapLink(home)).toContain('RRRD2929');
  });
});

describe('addressText', () => {
  it('holds recipient, number, lines, codes and directions', () => {
    expect(addressText(home, 'ar').split('\n')).toEqual([
      'نورة الدوسري',
      '+966551234567',
      'شارع التحلية، ٢٤',
      'العليا',
      'الرياض، المملكة العربية السعودية',
      'RRRD2929 12211',
      'بجانب المسجد',
    ]);
  });
});
