import type { Language } from '../i18n/language';

/** The languages that lack a text which another one has: an editor's empty paragraph is none. */
export function languagesMissing(texts: unknown, languages: readonly Language[]): Language[] {
  const of = texts as Partial<Record<Language, string>> | null | undefined;
  const has = (language: Language) => (of?.[language] ?? '').replace(/<[^>]*>|&nbsp;/g, '').trim() !== '';
  return languages.some(has) ? languages.filter((language) => !has(language)) : [];
}
