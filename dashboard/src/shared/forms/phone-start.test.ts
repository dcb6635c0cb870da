import { describe, expect, it } from 'vitest';
import { phoneStart, type PhoneContext } from './phone-start';

const nowhere: PhoneContext = { store: undefined, last: null, zone: undefined, languages: [] };

describe('AU-09: the country a phone field starts with', () => {
  it("is the store's before anything else", () =>
    expect(phoneStart({ store: 'KW', last: 'EG', zone: 'Asia/Riyadh', languages: ['ar-AE'] })).toBe('KW'));
  it('is that of the number that was written last', () =>
    expect(phoneStart({ ...nowhere, last: 'EG', zone: 'Asia/Riyadh' })).toBe('EG'));
  it("is the one of the browser's clock", () =>
    expect(phoneStart({ ...nowhere, zone: 'Asia/Muscat', languages: ['ar-EG'] })).toBe('OM'));
  it("is the one of the browser's language", () =>
    expect(phoneStart({ ...nowhere, zone: 'Europe/Berlin', languages: ['de-DE', 'ar-TN'] })).toBe('TN'));
  it('is not that of a browser in English', () =>
    expect(phoneStart({ ...nowhere, zone: 'UTC', languages: ['en-US', 'en'] })).toBe('SA'));
  it('is Saudi Arabia where nothing is known', () => expect(phoneStart(nowhere)).toBe('SA'));
  it('is not taken from what was never a country', () =>
    expect(phoneStart({ ...nowhere, store: '-', last: 'xx' })).toBe('SA'));
});
