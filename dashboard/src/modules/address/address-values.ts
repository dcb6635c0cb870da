import type { Address } from './address';

/** The text fields of an address, as form values. */
export interface AddressWords {
  name: string;
  mobile: string;
  country: string;
  region: string;
  city: string;
  district: string;
  street: string;
  building: string;
  short_address: string;
  postal_code: string;
  details: string;
}

export const addressWords = (address: Partial<Address>): AddressWords => ({
  name: address.name ?? '',
  mobile: address.mobile ?? '',
  country: address.country ?? '',
  region: address.region ?? '',
  city: address.city ?? '',
  district: address.district ?? '',
  street: address.street ?? '',
  building: address.building ?? '',
  short_address: address.short_address ?? '',
  postal_code: address.postal_code ?? '',
  details: address.details ?? '',
});

/** An address with coordinates typed by hand. */
export interface PinnedValues extends AddressWords {
  lat: string;
  lng: string;
}

export const pinnedValues = (address: Partial<Address>): PinnedValues => ({
  ...addressWords(address),
  lat: address.geo_location?.lat ?? '',
  lng: address.geo_location?.lng ?? '',
});

/** Only Saudi Arabia has short addresses. */
export const hasShortAddress = (country: string): boolean => country === 'SA';

/** The request body: no coordinates while neither number is given. */
export const pinnedBody = ({ lat, lng, ...words }: PinnedValues) => ({
  ...words,
  short_address: hasShortAddress(words.country) ? words.short_address : '',
  geo_location: lat || lng ? { lat, lng } : null,
});
