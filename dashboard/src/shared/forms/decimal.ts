import { latinDigits, withoutMarks } from '../i18n/digits';

/**
 * Reads what someone typed or pasted as a decimal of at most `scale` places, as text and never as a float: Arabic-Indic
 * and Persian digits, grouping and spaces are accepted. Returns null when it is no number, or ambiguous: `12,5` may be
 * twelve and a half, and must not become 125.
 */
export function parseDecimal(input: string, scale: number, negative = false): string | null {
  const text = withoutMarks(latinDigits(input)).trim();
  if (endsInComma(text)) return null;
  const clean = text.replace(/[\s,\u00A0\u202F]/g, '');
  if (clean === '') return '';
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(clean);
  if (!match || (match[1] === '-' && !negative)) return null;
  const integer = (match[2] ?? '').replace(/^0+(?=\d)/, '');
  const fraction = (match[3] ?? '').slice(0, scale);
  if (integer === '' && fraction === '') return clean === '-' || clean === '.' ? '' : null;
  return `${match[1]}${integer || '0'}${fraction ? `.${fraction}` : ''}`;
}

/** A comma followed by fewer than three digits, without a point: a decimal comma, or an unfinished number. */
export const endsInComma = (text: string) => /^[^.]*,\d{0,2}$/.test(text);

/** Pads to the full precision: "12.5" at two places is "12.50". */
export function padDecimal(value: string, scale: number): string {
  if (value === '' || scale === 0) return value.split('.')[0] ?? '';
  const [integer = '0', fraction = ''] = value.split('.');
  return `${integer}.${fraction.padEnd(scale, '0').slice(0, scale)}`;
}

/** Compares two decimals as text, so that amounts beyond 2^53 are still right. */
export function compareDecimal(a: string, b: string): number {
  const parts = (value: string) => {
    const negative = value.startsWith('-');
    const [integer = '0', fraction = ''] = value.replace('-', '').split('.');
    return { negative, whole: integer.replace(/^0+(?=\d)/, ''), fraction };
  };
  const x = parts(a);
  const y = parts(b);
  if (x.negative !== y.negative) return x.negative ? -1 : 1;
  const scale = Math.max(x.fraction.length, y.fraction.length);
  const left = BigInt(x.whole + x.fraction.padEnd(scale, '0'));
  const right = BigInt(y.whole + y.fraction.padEnd(scale, '0'));
  const order = left < right ? -1 : left > right ? 1 : 0;
  return x.negative ? -order : order;
}

/** 12345.5 as 12,345.5, whatever its size. */
export function groupDecimal(value: string): string {
  const [integer = '', fraction] = value.split('.');
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

export interface DecimalBounds {
  /** Decimal places there may be. */
  scale: number;
  negative?: boolean;
  min?: string;
  max?: string;
}
export type DecimalFault = 'number' | 'comma' | 'decimals' | 'min' | 'max';

/**
 * The error of a decimal text within bounds; null when valid. Trailing zeros do not count as decimals: `12.500` is
 * 12.5.
 */
export function decimalFault(input: string, { scale, negative, min, max }: DecimalBounds): DecimalFault | null {
  const value = parseDecimal(input, Infinity, true);
  if (value === null) return endsInComma(withoutMarks(latinDigits(input)).trim()) ? 'comma' : 'number';
  // A lone sign or point is incomplete.
  if (value === '') return /[-.]/.test(input) ? 'number' : null;
  if (value.startsWith('-') && !negative) return 'min';
  if (max !== undefined && compareDecimal(value, max) > 0) return 'max';
  if ((value.split('.')[1] ?? '').replace(/0+$/, '').length > scale) return 'decimals';
  return min !== undefined && compareDecimal(value, min) < 0 ? 'min' : null;
}
