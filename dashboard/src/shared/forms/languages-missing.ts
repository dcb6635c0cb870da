import type { Language } from '../i18n/language';

/** Languages without a text that another language has: an editor's empty paragraph counts as empty. */
export function languagesMissing(texts: unknown, languages: readonly Language[]): Language[] {
  const of = texts as Partial<Record<Language, string>> | null | undefined;
  const has = (language: Language) => (of?.[language] ?? '').replace(/<[^>]*>|&nbsp;/g, '').trim() !== '';
  return languages.some(has) ? languages.filter((language) => !has(language)) : [];
}
