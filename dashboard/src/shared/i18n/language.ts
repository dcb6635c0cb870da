import { useSyncExternalStore } from 'react';

/** Interface languages: Arabic is the default (right-to-left), English the fallback (SH-01). */
export type Language = 'ar' | 'en';
export type Direction = 'rtl' | 'ltr';
export const languages: readonly Language[] = ['ar', 'en'];
export const languageNames: Record<Language, string> = { ar: 'العربية', en: 'English' };

const listeners = new Set<() => void>();
let current: Language = readStored();

function readStored(): Language {
  try {
    return localStorage.getItem('locale') === 'en' ? 'en' : 'ar';
  } catch {
    return 'ar';
  }
}

/** The current language; inside components use `useLanguage`. */
export const getLanguage = (): Language => current;
export const directionOf = (language: Language): Direction => (language === 'ar' ? 'rtl' : 'ltr');

/** Switches the interface language; stores `locale` and `rtl` locally (SH-01, AU-10). */
export function setLanguage(language: Language): void {
  current = language;
  try {
    localStorage.setItem('locale', language);
    localStorage.setItem('rtl', String(language === 'ar'));
  } catch {
    // Storage may be refused (private window): the choice then lasts until the page is closed.
  }
  if (typeof document !== 'undefined') {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }
  for (const listener of listeners) listener();
}

export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the app's root only: it renders again when the language changes, and remounts everything below it. */
export const useLanguageSwitch = (): Language => useSyncExternalStore(subscribeLanguage, getLanguage, getLanguage);

/**
 * The interface language and its direction. A plain read without a subscription: the root remounts the tree when the
 * language changes, so the texts of a page need no listeners.
 */
export function useLanguage(): { language: Language; dir: Direction } {
  return current === 'ar' ? arabic : english;
}
const arabic = { language: 'ar', dir: 'rtl' } as const;
const english = { language: 'en', dir: 'ltr' } as const;
