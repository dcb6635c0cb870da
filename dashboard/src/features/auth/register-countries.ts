import type { Schema } from '@/shared/api/wire-schema';
import type { Language } from '@/shared/i18n/language';

/** A country whose mobile numbers are accepted. */
export type Country = Schema<'ServedCountry'>;

/** Countries a store may be in: those of the 16 currencies (CO-01), with the currency people there trade in. */
export const countryCurrency: Record<string, Schema<'Currency'>> = {
  SA: 'SAR',
  EG: 'EGP',
  AE: 'AED',
  KW: 'KWD',
  QA: 'QAR',
  BH: 'BHD',
  OM: 'OMR',
  JO: 'JOD',
  LB: 'LBP',
  LY: 'LYD',
  MA: 'MAD',
  SY: 'SYP',
  TN: 'TND',
  YE: 'YER',
};

/** Calling codes, to start from the country of the mobile number. */
const byCallingCode: readonly (readonly [string, Country])[] = [
  ['+966', 'SA'],
  ['+20', 'EG'],
  ['+971', 'AE'],
  ['+965', 'KW'],
  ['+974', 'QA'],
  ['+973', 'BH'],
  ['+968', 'OM'],
  ['+962', 'JO'],
  ['+961', 'LB'],
  ['+218', 'LY'],
  ['+212', 'MA'],
  ['+963', 'SY'],
  ['+216', 'TN'],
  ['+967', 'YE'],
];

export const countryOfMobile = (e164: string): Country =>
  byCallingCode.find(([code]) => e164.startsWith(code))?.[1] ?? 'SA';

export function countryNames(language: Language): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return Object.keys(countryCurrency).map((value) => ({ value, label: names.of(value) ?? value }));
}
