import type { CountryCode } from 'libphonenumber-js/mobile';

/** The country that a time zone of the Arab world lies in, by the names that browsers give zones. */
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

export interface PhoneSurroundings {
  /** Of the store that is open. */
  store: string | null | undefined;
  /** Of the number that was written here last. */
  last: string | null;
  /** The browser's: `Asia/Riyadh`. */
  zone: string | undefined;
  /** The browser's, the best first: `ar-EG`. */
  languages: readonly string[];
}

/**
 * The country a number is taken to be of until somebody says otherwise: the store's, that of the last number, the one whose clock the
 * browser shows, the one of its language, and Saudi Arabia. A language says a country only within the Arab world: `en-US` is what
 * most browsers speak that are set to English, wherever they are.
 */
export function phoneStart({ store, last, zone, languages }: PhoneSurroundings): CountryCode {
  if (store && /^[A-Z]{2}$/.test(store)) return store as CountryCode;
  if (last && known.has(last)) return last as CountryCode;
  const here = zone && countryOfZone[zone];
  if (here) return here;
  const region = languages.map((language) => language.split('-').at(-1) ?? '').find((part) => known.has(part));
  return (region as CountryCode | undefined) ?? 'SA';
}
