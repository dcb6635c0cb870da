import { latinDigits } from '../i18n/digits';
import { useShared } from '../i18n/use-shared';
import { useFormText } from './i18n';
import { decimalFault, groupDecimal, type DecimalBounds, type DecimalFault } from './decimal';

/**
 * The shared rules with the stated messages (VA-01), for Mantine's `validate`: each is `(value) => message | null`.
 * `all(required(), email())` runs them in order. Empty passes everything but `required`.
 */
export type Rule = (value: unknown) => string | null;

const message = useShared.now;
const f = useFormText.now;
const text = (value: unknown) => (value === null || value === undefined ? '' : latinDigits(String(value)).trim());
const when =
  (isValid: (value: string) => boolean, getMessage: () => string): Rule =>
  (value) => {
    const textValue = text(value);
    return textValue === '' || isValid(textValue) ? null : getMessage();
  };

export const all =
  (...rules: Rule[]): Rule =>
  (value) => {
    for (const rule of rules) {
      const fault = rule(value);
      if (fault) return fault;
    }
    return null;
  };

export const required = (): Rule => (value) => {
  const missing = Array.isArray(value) ? value.length === 0 : value === false || text(value) === '';
  return missing ? message('rule.required') : null;
};
export const email = (): Rule =>
  when(
    (v) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(v),
    () => f('rule.email'),
  );
export const minLength = (min: number): Rule =>
  when(
    (v) => [...v].length >= min,
    () => f('rule.minLength', { count: min }),
  );
export const maxLength = (max: number): Rule =>
  when(
    (v) => [...v].length <= max,
    () => f('rule.maxLength', { count: max }),
  );
export const length = (exact: number): Rule =>
  when(
    (v) => [...v].length === exact,
    () => f('rule.length', { count: exact }),
  );
export const confirmed =
  (other: () => unknown): Rule =>
  (value) =>
    text(value) === text(other()) ? null : f('rule.confirmed');
export const between = (min: number, max: number): Rule =>
  when(
    (v) => Number(v) >= min && Number(v) <= max,
    () => f('rule.between', { min, max }),
  );
export const minValue = (min: number): Rule =>
  when(
    (v) => Number(v) >= min,
    () => f('rule.minValue', { min }),
  );
export const maxValue = (max: number): Rule =>
  when(
    (v) => Number(v) <= max,
    () => f('rule.maxValue', { max }),
  );
export const integer = (): Rule =>
  when(
    (v) => /^-?\d+$/.test(v),
    () => f('rule.integer'),
  );
export const digits = (): Rule =>
  when(
    (v) => /^\d+$/.test(v),
    () => f('rule.digits'),
  );
export const numeric = (): Rule =>
  when(
    (v) => /^-?\d+(\.\d+)?$/.test(v),
    () => f('rule.numeric'),
  );
/** The message of a decimal error, in the caller's language. */
export function decimalMessage(fault: DecimalFault, { scale, min = '0', max = '' }: DecimalBounds): string {
  if (fault === 'comma') return f('rule.comma');
  if (fault === 'decimals') return scale === 0 ? f('rule.integer') : f('rule.decimals', { count: scale });
  if (fault === 'min') return f('rule.minValue', { min: groupDecimal(min) });
  if (fault === 'max') return f('rule.maxValue', { max: groupDecimal(max) });
  return f('rule.numeric');
}
/** A decimal within bounds, with the messages of `DecimalInput`: for fields that are not rendered. */
export const decimal =
  (bounds: DecimalBounds): Rule =>
  (value) => {
    const fault = decimalFault(text(value), bounds);
    return fault && decimalMessage(fault, bounds);
  };
export const alpha = (): Rule =>
  when(
    (v) => /^[\p{L}\p{M}]+$/u.test(v),
    () => f('rule.alpha'),
  );
export const alphaNum = (): Rule =>
  when(
    (v) => /^[\p{L}\p{M}\p{N}]+$/u.test(v),
    () => f('rule.alphaNum'),
  );
export const alphaDash = (): Rule =>
  when(
    (v) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(v),
    () => f('rule.alphaDash'),
  );
export const positive = (): Rule =>
  when(
    (v) => Number(v) > 0,
    () => f('rule.positive'),
  );
/** 15 digits that start with 34 or 37. */
export const creditCard = (): Rule =>
  when(
    (v) => /^3[47]\d{13}$/.test(v.replace(/[\s-]/g, '')),
    () => f('rule.creditCard'),
  );
export const strongPassword =
  (field: string): Rule =>
  (value) => {
    const textValue = value === null || value === undefined ? '' : String(value);
    if (textValue === '') return null;
    if (textValue.length < 8) return f('rule.shortPassword', { field });
    return /\d/.test(textValue) && /[a-z]/.test(textValue) && /[A-Z]/.test(textValue) && /[!@#$%&*()]/.test(textValue)
      ? null
      : f('rule.strongPassword', { field });
  };
/** At least two characters, letters and digits only, one of each at least. */
export const weakPassword = (): Rule =>
  when(
    (v) => /^[A-Za-z0-9]{2,}$/.test(v) && /[A-Za-z]/.test(v) && /\d/.test(v),
    () => f('rule.weakPassword'),
  );
/** Scheme and www optional, a host whose last part has 2 to 5 letters. */
export const url = (): Rule =>
  when(
    (v) => /^(https?:\/\/)?(www\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,5}(:\d{1,5})?([/?#]\S*)?$/i.test(v),
    () => f('rule.url'),
  );
