import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluralForms, type Entry, type Messages } from '@/shared/i18n/catalogue';

const src = resolve(import.meta.dirname, '..');
const catalogues = (readdirSync(src, { recursive: true }) as string[])
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('i18n/ar.json'))
  .map((name) => dirname(name));

const read = (folder: string, language: string) =>
  JSON.parse(readFileSync(join(src, folder, `${language}.json`), 'utf8')) as Messages;
const textsOf = (entry: Entry): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry));
const placeholders = (entry: Entry) => {
  // A singular may say "one row" without the number, so the union of placeholders over the plural forms is compared.
  const names = textsOf(entry).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  return [...new Set(names)].sort();
};
const tags = (entry: Entry) =>
  [...new Set(textsOf(entry).flatMap((text) => [...text.matchAll(/<(\w+)>/g)].map((match) => match[1])))].sort();

describe('catalogues', () => {
  it('are found', () => expect(catalogues.length).toBeGreaterThan(2));

  describe.each(catalogues)('%s', (folder) => {
    const ar = read(folder, 'ar');
    const en = read(folder, 'en');
    const keys = Object.keys(ar);

    it('both languages hold the same keys', () => expect(Object.keys(en).sort()).toEqual([...keys].sort()));

    it('no text is empty', () => {
      const empty = (of: Messages) =>
        Object.keys(of).filter((key) => textsOf(of[key] as Entry).some((text) => text.trim() === ''));
      expect([...empty(ar), ...empty(en)]).toEqual([]);
    });

    it('a counted Arabic text has all six forms, the English one its two', () => {
      const invalidKeys = keys.filter((key) => {
        const [arabic, english] = [ar[key], en[key]];
        if (typeof arabic === 'string' || typeof english === 'string') return typeof arabic !== typeof english;
        return pluralForms.some((form) => !arabic?.[form]) || !english?.one || !english.other;
      });
      expect(invalidKeys).toEqual([]);
    });

    it('placeholders and tags are the same', () => {
      const invalidKeys = keys.filter((key) => {
        const [arabic, english] = [ar[key] as Entry, en[key] as Entry];
        return (
          String(placeholders(arabic)) !== String(placeholders(english)) ||
          String(tags(arabic)) !== String(tags(english))
        );
      });
      expect(invalidKeys).toEqual([]);
    });

    it('a text that prints {count} has plural forms', () => {
      expect(keys.filter((key) => typeof ar[key] === 'string' && ar[key].includes('{count}'))).toEqual([]);
    });

    it('Arabic is Arabic, and English is English', () => {
      const latin = (text: string) => text.replace(/\{\w+\}|<\/?\w+>/g, '');
      expect(
        keys.filter(
          (key) => textsOf(en[key] as Entry).some((text) => /[\u0600-\u06FF]/.test(text)) && !/language/i.test(key),
        ),
      ).toEqual([]);
      const untranslated = keys.filter(
        (key) =>
          textsOf(ar[key] as Entry).every((text) => /[A-Za-z]{3}/.test(latin(text)) && !/[\u0600-\u06FF]/.test(text)) &&
          String(textsOf(ar[key] as Entry)) === String(textsOf(en[key] as Entry)),
      );
      expect(untranslated).toEqual([]);
    });
  });
});
