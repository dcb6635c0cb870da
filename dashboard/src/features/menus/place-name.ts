import { useMenuText } from './i18n';

/** Where the store shows a menu; the code itself for a place of a theme that is not known here. */
export function placeName(code: string): string {
  const key = `place.${code}`;
  return useMenuText.has(key) ? useMenuText.now(key) : code;
}
