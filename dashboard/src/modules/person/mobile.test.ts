import { describe, expect, it } from 'vitest';
import { initialOf, readableMobile, whatsappLink } from './mobile';

describe('readableMobile', () => {
  it('cu_01 groups the numbers of the region as people read them', () => {
    expect(readableMobile('+966551234567')).toBe('+966 55 123 4567');
    expect(readableMobile('+201001234567')).toBe('+20 100 123 4567');
    expect(readableMobile('+96550001234')).toBe('+965 5000 1234');
    expect(readableMobile('+213551234567')).toBe('+213 551 23 45 67');
  });
  it('leaves what it does not know as it is', () => {
    expect(readableMobile('+4915112345678')).toBe('+4915112345678');
    expect(readableMobile('+96655')).toBe('+96655');
    expect(readableMobile('')).toBe('');
  });
});

describe('whatsappLink', () => {
  it('holds digits only', () => {
    expect(whatsappLink('+966 55-123 4567')).toBe('https://wa.me/966551234567');
  });
});

describe('initialOf', () => {
  it('takes the first letter of Arabic and Latin names', () => {
    expect(initialOf('نورة الدوسري')).toBe('ن');
    expect(initialOf('  "sara"')).toBe('S');
    expect(initialOf('؟!')).toBe('');
  });
});
