import type { Language } from '@/shared/i18n/language';
import type { Schema } from '@/shared/api/wire-schema';

/** A delivery address (core 3, CU-01). Fields that were not asked for are empty. */
export type Address = Schema<'Address'>;

/** The country in the reader's language; the code itself when the browser does not know it. */
export function countryName(code: string, language: Language): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code;
  try {
    return new Intl.DisplayNames([language === 'ar' ? 'ar' : 'en'], { type: 'region' }).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

/**
 * From the specific to the general, as a courier reads it: building and street, then district, then city and country.
 */
export function addressParts(address: Address, language: Language): string[][] {
  const line = (...parts: (string | undefined)[]) =>
    parts.map((part) => part?.trim() ?? '').filter((part, index, all) => part !== '' && all.indexOf(part) === index);
  return [
    line(address.street, address.building),
    line(address.district),
    line(address.city, address.region, countryName(address.country, language)),
  ].filter((parts) => parts.length > 0);
}

export const partsJoiner = (language: Language): string => (language === 'ar' ? '، ' : ', ');

/** The same as lines of text. */
export const addressLines = (address: Address, language: Language): string[] =>
  addressParts(address, language).map((parts) => parts.join(partsJoiner(language)));

/** Link to the coordinates when the shopper gave them, else to a map search for the address. */
export function mapLink(address: Address): string {
  const { geo_location: place } = address;
  const words = [address.short_address, address.street, address.district, address.city, address.country];
  const query = place ? `${place.lat},${place.lng}` : words.filter(Boolean).join(' ');
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}

/** The full address as text, to paste into a message to the courier. */
export function addressText(address: Address, language: Language): string {
  return [
    address.name,
    address.mobile,
    ...addressLines(address, language),
    [address.short_address, address.postal_code].filter(Boolean).join(' '),
    address.details ?? '',
  ]
    .filter(Boolean)
    .join('\n');
}
