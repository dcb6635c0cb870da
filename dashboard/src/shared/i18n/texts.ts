import type { Language } from './language';

/** A translatable text of the wire: `{ar, en}`, either may be missing (PR-08). */
export type Texts = Partial<Record<Language, string | null>>;

/** The text in the reader's language, else in the other one; empty only when both are. */
export function textOf(texts: Texts | string | null | undefined, language: Language): string {
  if (!texts) return '';
  if (typeof texts === 'string') return texts;
  const other: Language = language === 'ar' ? 'en' : 'ar';
  return texts[language] || texts[other] || '';
}
