import { createElement, Fragment, type ReactNode } from 'react';
import ar from './ar.json';
import en from './en.json';
import { formatNumber } from './format';
import { getLanguage, useLanguage, type Language } from './language';

/** The CLDR classes; an Arabic counted text has all six, an English one has `one` and `other` (`zero` if it reads better). */
export const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
export type PluralForm = (typeof pluralForms)[number];
export type Plural = Partial<Record<PluralForm, string>> & { other: string };
export type Entry = string | Plural;
export type Messages = Record<string, Entry>;
export type Values = Record<string, string | number | boolean>;

const rules: Record<Language, Intl.PluralRules> = {
  ar: new Intl.PluralRules('ar'),
  en: new Intl.PluralRules('en'),
};

/** A capped count: "more than 1,000". */
export function moreThan(total: number, language: Language): string {
  return { ar, en }[language]['list.moreThan'].replace('{total}', formatNumber(total));
}

/** Picks the plural form and fills `{placeholders}`; numbers are written with grouping and Latin digits. With `isMore`
 * the count is capped: "more than 1,000". */
export function render(entry: Entry, values: Values | undefined, language: Language): string {
  let text: string;
  if (typeof entry === 'string') text = entry;
  else {
    const count = Number(values?.count ?? 0);
    text = (count === 0 ? entry.zero : undefined) ?? entry[rules[language].select(count)] ?? entry.other;
  }
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (match, name: string, at: number) => {
    const value = values[name];
    if (value === undefined) return match;
    if (name === 'count' && values.isMore === true) {
      const more = moreThan(Number(value), language);
      return at === 0 ? more.charAt(0).toUpperCase() + more.slice(1) : more;
    }
    return typeof value === 'number' ? formatNumber(value) : String(value);
  });
}

export type Translate<Key extends string> = (key: Key, values?: Values) => string;

export interface Catalogue<Key extends string> {
  /** The hook: `const t = useT(); t('list.title')`, `t('rows', { count: 3 })`. */
  (): Translate<Key>;
  /** The same outside components (route titles, toasts): reads the current language. */
  now: Translate<Key>;
  /** Whether a key made at run time (a status code, say) exists. */
  has: (key: string) => key is Key;
  /** Every key, in the order of the Arabic file. */
  keys: readonly Key[];
}

/**
 * Creates the translator of one area from its two files. One per feature, in `<feature>/i18n/index.ts`: `export const
 * useT = catalogue({ ar, en });` The keys are typed by the Arabic file; a test proves that the English one has the
 * same.
 */
export function catalogue<Ar extends Messages>(files: { ar: Ar; en: Messages }): Catalogue<keyof Ar & string> {
  type Key = keyof Ar & string;
  const translators = {
    ar: (key: Key, values?: Values) => render(files.ar[key] ?? key, values, 'ar'),
    en: (key: Key, values?: Values) => render(files.en[key] ?? files.ar[key] ?? key, values, 'en'),
  };
  const has = (key: string): key is Key => key in files.ar;
  const use = () => translators[useLanguage().language];
  return Object.assign(use, {
    now: (key: Key, values?: Values) => translators[getLanguage()](key, values),
    has,
    keys: Object.keys(files.ar).filter(has),
  });
}

/** Replaces `<name>text</name>` in a translated text by elements: `rich(t('agree'), { terms: (x) => <a href="…">{x}</a> })`. */
export function rich(text: string, parts: Record<string, (content: string) => ReactNode>): ReactNode {
  const pieces = text.split(/(<(\w+)>.*?<\/\2>)/g);
  const nodes: ReactNode[] = [];
  for (let index = 0; index < pieces.length; index += 3) {
    nodes.push(pieces[index]);
    const tag = pieces[index + 2];
    const piece = pieces[index + 1];
    if (tag && piece) {
      const content = piece.slice(tag.length + 2, -(tag.length + 3));
      nodes.push(createElement(Fragment, { key: index }, parts[tag]?.(content) ?? content));
    }
  }
  return nodes;
}
