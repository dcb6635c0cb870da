import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/mobile';
import { latinDigits, withoutMarks } from '../i18n/digits';

/** Countries on top of the list, and the one that is not offered (editor 9). */
export const preferredCountries: readonly CountryCode[] = ['EG', 'SA', 'AE', 'KW', 'QA'];
const excluded: readonly CountryCode[] = ['IL'];

export const phoneCountries = (): CountryCode[] => {
  const others = getCountries().filter((code) => !excluded.includes(code) && !preferredCountries.includes(code));
  return [...preferredCountries, ...others];
};

export const callingCode = (country: CountryCode): string => getCountryCallingCode(country);
export const cleanPhone = (input: string): string => withoutMarks(latinDigits(input)).replace(/^00/, '+');

/** The E.164 form of a typed number in a country, or '' while it is incomplete. */
export function readPhone(input: string, country: CountryCode): { e164: string; country: CountryCode; valid: boolean } {
  const clean = cleanPhone(input);
  const parsed = parsePhoneNumberFromString(clean, country);
  if (!parsed || (parsed.country && excluded.includes(parsed.country))) return { e164: '', country, valid: false };
  return { e164: parsed.number, country: parsed.country ?? country, valid: parsed.isValid() };
}

/** The national form of an E.164 number, for the field. */
export function nationalForm(e164: string, fallback: CountryCode): { text: string; country: CountryCode } {
  const parsed = parsePhoneNumberFromString(e164);
  return parsed
    ? { text: parsed.formatNational(), country: parsed.country ?? fallback }
    : { text: e164, country: fallback };
}
