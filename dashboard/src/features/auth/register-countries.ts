import type { Language } from '@/shared/i18n/language';

/** Countries a store may be in: those of the 16 currencies (CO-01), with the currency people there trade in. */
export const countryCurrency: Record<string, string> = {
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
const byCallingCode: [string, string][] = [
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

export const countryOfMobile = (e164: string): string =>
  byCallingCode.find(([code]) => e164.startsWith(code))?.[1] ?? 'SA';

export function countryNames(language: Language): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return Object.keys(countryCurrency).map((value) => ({ value, label: names.of(value) ?? value }));
}
