import type { Language } from '@/shared/i18n/language';
import { countryName } from './address';

/** Countries that a store may deliver to: those of the checkout, the nearest first. */
const nearby = 'SA AE KW QA BH OM EG JO LB SY IQ PS YE LY TN DZ MA SD';
const far = 'US GB DE FR IT ES NL BE AT IE PT FI GR TR';
const offered = `${nearby} ${far}`.split(' ');

/** Choices of a country field; `also` are selected codes outside the list. */
export function countryChoices(language: Language, also: readonly string[] = []): { value: string; label: string }[] {
  return [...new Set([...offered, ...also])].map((value) => ({ value, label: countryName(value, language) }));
}
