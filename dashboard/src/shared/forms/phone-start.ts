import type { CountryCode } from 'libphonenumber-js/mobile';

/** The country of each time zone of the Arab world, by IANA name. */
const countryOfZone: Readonly<Record<string, CountryCode>> = {
  'Asia/Riyadh': 'SA',
  'Africa/Cairo': 'EG',
  'Asia/Dubai': 'AE',
  'Asia/Kuwait': 'KW',
  'Asia/Qatar': 'QA',
  'Asia/Bahrain': 'BH',
  'Asia/Muscat': 'OM',
  'Asia/Amman': 'JO',
  'Asia/Beirut': 'LB',
  'Asia/Damascus': 'SY',
  'Asia/Baghdad': 'IQ',
  'Asia/Gaza': 'PS',
  'Asia/Hebron': 'PS',
  'Asia/Aden': 'YE',
  'Africa/Tripoli': 'LY',
  'Africa/Tunis': 'TN',
  'Africa/Algiers': 'DZ',
  'Africa/Casablanca': 'MA',
  'Africa/Khartoum': 'SD',
  'Africa/Nouakchott': 'MR',
  'Africa/Djibouti': 'DJ',
  'Africa/Mogadishu': 'SO',
  'Indian/Comoro': 'KM',
};
const known: ReadonlySet<string> = new Set(Object.values(countryOfZone));

export interface PhoneContext {
  /** Country of the open store. */
  store: string | null | undefined;
  /** Country of the last typed number. */
  last: string | null;
  /** The browser's time zone: `Asia/Riyadh`. */
  zone: string | undefined;
  /** The browser's languages in order of preference: `ar-EG`. */
  languages: readonly string[];
}

/**
 * The initial country of a phone field: the store's, that of the last number, of the browser's time zone, of its
 * language, else Saudi Arabia. A language names a country only within the Arab world: `en-US` is the default of most
 * browsers in English, wherever they are.
 */
export function phoneStart({ store, last, zone, languages }: PhoneContext): CountryCode {
  if (store && /^[A-Z]{2}$/.test(store)) return store as CountryCode;
  if (last && known.has(last)) return last as CountryCode;
  const countryOfTimeZone = zone && countryOfZone[zone];
  if (countryOfTimeZone) return countryOfTimeZone;
  const region = languages.map((language) => language.split('-').at(-1) ?? '').find((part) => known.has(part));
  return (region as CountryCode | undefined) ?? 'SA';
}
