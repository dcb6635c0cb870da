import type { Language } from '@/shared/i18n/language';
import { countryName } from './address';

/** Where a store may send goods: the countries that checkout offers, the nearest first. */
const nearby = 'SA AE KW QA BH OM EG JO LB SY IQ PS YE LY TN DZ MA SD';
const far = 'US GB DE FR IT ES NL BE AT IE PT FI GR TR';
const offered = `${nearby} ${far}`.split(' ');

/** Choices of a country field; `also` are codes that are chosen already, whatever they are. */
export function countryChoices(language: Language, also: readonly string[] = []): { value: string; label: string }[] {
  return [...new Set([...offered, ...also])].map((value) => ({ value, label: countryName(value, language) }));
}
