import { padDecimal, parseDecimal } from '@/shared/forms/decimal';
import { latinDigits, withoutMarks } from '@/shared/i18n/digits';
import { foldText } from '@/modules/category-tree/categories';
import { amounts } from '../../form/amounts';

/** The value of a cell: text, a decimal amount, an integer, a flag, words, category ids. */
export type Value = string | number | boolean | null | readonly string[];
export type Kind = 'text' | 'code' | 'money' | 'count' | 'weight' | 'flag' | 'words' | 'categories';

export interface Column {
  key: string;
  kind: Kind;
  width: number;
  /** Variants have this column too. */
  ofVariants: boolean;
  /** A product with variants has no value of its own: its variants do. */
  notOfMulti?: boolean;
  /** Required. */
  needed?: boolean;
}

const column = (key: string, kind: Kind, width: number, rest: Partial<Column> = {}): Column => ({
  key,
  kind,
  width,
  ofVariants: false,
  ...rest,
});

/** All columns in their order; the keys are fields of a product, the name's by language. */
export const allColumns: readonly Column[] = [
  column('name.ar', 'text', 240),
  column('name.en', 'text', 220),
  column('sku', 'code', 140, { ofVariants: true }),
  column('barcode', 'code', 150, { ofVariants: true }),
  ...amounts.map((key) => column(key, 'money', 120, { ofVariants: true })),
  column('qty', 'count', 100, { ofVariants: true, notOfMulti: true, needed: true }),
  column('has_unlimited_qty', 'flag', 150, { ofVariants: true, notOfMulti: true, needed: true }),
  column('weight_amount', 'weight', 100, { ofVariants: true }),
  column('is_published', 'flag', 150, { needed: true }),
  column('is_active', 'flag', 150, { ofVariants: true, needed: true }),
  column('category_ids', 'categories', 220),
  column('tags', 'words', 200),
  column('min_qty', 'count', 150),
  column('max_qty', 'count', 150),
  column('requires_shipping', 'flag', 150, { needed: true }),
  column('has_free_shipping', 'flag', 150, { needed: true }),
  column('is_tax_free', 'flag', 150, { needed: true }),
  column('page_link', 'code', 200, { needed: true }),
];

export const firstColumns: readonly string[] = [
  'name.ar',
  'sku',
  'regular_price',
  'sale_price',
  'qty',
  'is_published',
  'category_ids',
  'tags',
];

/** The API columns behind columns of the screen. */
export const wireColumns = (columns: readonly Column[]): string =>
  [...new Set(columns.map(({ key }) => key.split('.')[0] ?? key))].join(',');

export interface Category {
  id: string;
  name: string;
}

export interface Reading {
  /** Decimals of the store's currency. */
  digits: number;
  categories: readonly Category[];
}

export type Read = { value: Value } | { fault: 'number' | 'whole' | 'negative' | 'flag' | 'category' | 'needed' };

const yes = ['1', 'true', 'yes', 'y', 'نعم', 'صح', 'صحيح', '✓', 'x'].map(foldText);
const no = ['0', 'false', 'no', 'n', 'لا', 'خطا', '-', ''].map(foldText);

/** Splits a list: at a comma of either script, a semicolon or a bar. */
const parts = (text: string): string[] =>
  text
    .split(/[,،;؛|]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Parses typed or pasted text of a cell. Arabic digits and separators count as Latin ones. */
export function readCell(column: Column, input: string, reading: Reading): Read {
  const text = input.trim();
  switch (column.kind) {
    case 'text':
      return { value: text };
    case 'code':
      if (text === '' && column.needed) return { fault: 'needed' };
      return { value: withoutMarks(text) || null };
    case 'money':
    case 'weight': {
      const scale = column.kind === 'money' ? reading.digits : 3;
      if (text === '') return { value: null };
      // A currency sign is allowed beside the number; a comma only between thousands: "12,5" is not 125.
      const latin = withoutMarks(latinDigits(text));
      const number = /-?(?:\d[\d.,]*|\.\d+)/.exec(latin)?.[0] ?? '';
      const rest = latin.replace(number, '');
      if (/\d/.test(rest) || /,(?!\d{3}(?!\d))/.test(number)) return { fault: 'number' };
      const value = parseDecimal(number, 6);
      if (!value) return { fault: 'number' };
      const [integer = '0', fraction = ''] = value.split('.');
      const short = fraction.replace(/0+$/, '');
      if (short.length > scale) return { fault: 'number' };
      if (column.kind === 'money') return { value: padDecimal(short ? `${integer}.${short}` : integer, scale) };
      return { value: short ? `${integer}.${short}` : integer };
    }
    case 'count': {
      if (text === '') return column.needed ? { fault: 'needed' } : { value: null };
      const value = parseDecimal(text, 3);
      if (/^[-\u2212]\s*[\d.]+$/.test(withoutMarks(latinDigits(text)))) return { fault: 'negative' };
      if (value === null || value === '') return { fault: 'whole' };
      const [integer = '', fraction = ''] = value.split('.');
      if (/[1-9]/.test(fraction) || integer.length > 12) return { fault: 'whole' };
      return { value: Number(integer) };
    }
    case 'flag': {
      const word = foldText(text.toLowerCase());
      if (yes.includes(word)) return { value: true };
      return no.includes(word) ? { value: false } : { fault: 'flag' };
    }
    case 'words':
      return { value: [...new Set(parts(text))] };
    case 'categories': {
      const ids: string[] = [];
      for (const part of parts(text)) {
        const last = part.split('›').at(-1)?.trim() ?? part;
        const found = reading.categories.find(({ name }) => foldText(name) === foldText(last));
        if (!found) return { fault: 'category' };
        if (!ids.includes(found.id)) ids.push(found.id);
      }
      return { value: ids };
    }
  }
}

/** Formats a cell as text: for display, editing and the clipboard. */
export function showCell(
  column: Column,
  value: Value,
  show: { yes: string; no: string; categories: readonly Category[]; comma: string },
): string {
  if (value === null || value === undefined) return '';
  if (column.kind === 'flag') return value ? show.yes : show.no;
  if (column.kind === 'categories' && Array.isArray(value)) {
    return value.map((id) => show.categories.find((category) => category.id === id)?.name ?? '…').join(show.comma);
  }
  if (Array.isArray(value)) return value.join(show.comma);
  return String(value);
}

export const sameValue = (a: Value, b: Value): boolean => {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => one === b[i]);
  return (a ?? null) === (b ?? null) || (a === '' && b === null) || (a === null && b === '');
};
