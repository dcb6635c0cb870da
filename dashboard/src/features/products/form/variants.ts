import type { Language } from '@/shared/i18n/language';
import { perAmount, type Amount } from './amounts';
/** Generates variants from options (PR-02), and matches existing ones by their values. */

export const mostVariants = 250;
export const mostOptions = 3;

export type OptionKind = 'color' | 'size' | 'custom';

export interface OptionValues {
  /** Local to the page: an option keeps its identity when it is renamed. */
  key: string;
  kind: OptionKind;
  /** The merchant's own name, when `kind` is custom. */
  name: string;
  values: string[];
  /** `#rrggbb` by value, where the merchant chose one. */
  colors: Record<string, string>;
  /** The name in each language, where it has one. */
  name_texts: Record<Language, string>;
  /** Values in each language, by value, where they have one. */
  value_texts: Record<string, Record<Language, string>>;
}

export interface VariantValues extends Record<Amount, string> {
  id: string | null;
  values: string[];
  sku: string;
  barcode: string;
  has_unlimited_qty: boolean;
  qty: number | null;
  weight_amount: string;
  image_id: string | null;
  is_active: boolean;
}

export const blankVariant = (values: string[]): VariantValues => ({
  id: null,
  values,
  ...perAmount(() => ''),
  sku: '',
  barcode: '',
  has_unlimited_qty: false,
  qty: null,
  weight_amount: '',
  image_id: null,
  is_active: true,
});

/** The comparison key of a value; the server compares in the same way. */
export const sameValue = (value: string): string => value.trim().split(/\s+/).join(' ').toLowerCase();
export const keyOf = (values: readonly string[]): string => JSON.stringify(values.map(sameValue));

/** Number of variants that the options make; 0 while an option has no value. */
export const countCombinations = (options: readonly OptionValues[]): number =>
  options.length === 0 ? 0 : options.reduce((count, option) => count * option.values.length, 1);

/** Every combination; the last option varies fastest. */
export const combinations = (options: readonly OptionValues[]): string[][] =>
  options.length === 0
    ? []
    : options.reduce<string[][]>(
        (rows, option) => rows.flatMap((row) => option.values.map((value) => [...row, value])),
        [[]],
      );

/**
 * The variants after the options changed. A variant whose values still exist keeps all its fields. A new option adds
 * its first value to existing variants; of variants that coincide when an option is removed, the first stays.
 * Combinations that were possible before and did not exist (the merchant removed them) are not created. `remembered`
 * are variants removed earlier on this page: typing their value again restores them.
 */
export function settleVariants(
  before: readonly OptionValues[],
  after: readonly OptionValues[],
  variants: readonly VariantValues[],
  remembered: readonly VariantValues[] = [],
): VariantValues[] {
  const places = after.map((option) =>
    before.findIndex((candidate) => candidate.key === option.key && candidate.values.length > 0),
  );
  const known = after.map((_, index) => new Set((before[places[index] ?? -1]?.values ?? []).map(sameValue)));
  const used = new Set<VariantValues>();
  const exact = new Map(remembered.map((variant) => [keyOf(variant.values), variant]));
  const full = variants.filter((variant) => variant.values.length === before.length);
  // Grouped by the values of the remaining options, so that 250 variants are matched in one pass.
  const groups = new Map<string, VariantValues[]>();
  for (const variant of full) {
    const key = keyOf(places.map((place) => (place < 0 ? '' : (variant.values[place] ?? ''))));
    groups.set(key, [...(groups.get(key) ?? []), variant]);
  }
  const variantRows: VariantValues[] = [];
  for (const values of combinations(after)) {
    const takesOver = after.every(
      (option, index) =>
        (places[index] ?? -1) >= 0 || sameValue(values[index] ?? '') === sameValue(option.values[0] ?? ''),
    );
    const key = keyOf(values.map((value, index) => ((places[index] ?? -1) < 0 ? '' : value)));
    const found = takesOver ? groups.get(key)?.find((variant) => !used.has(variant)) : undefined;
    const back = found ?? exact.get(keyOf(values));
    if (back) {
      used.add(back);
      variantRows.push({ ...back, values });
      continue;
    }
    const sameOptions = places.every((place) => place >= 0) && after.length === before.length;
    const wasPossible = sameOptions && values.every((value, index) => known[index]?.has(sameValue(value)));
    if (!wasPossible) variantRows.push(blankVariant(values));
  }
  return variantRows;
}

/** The effect of saving on the stored variants: how many are kept, added, and removed. */
export function variantChange(stored: readonly { id: string | null }[], now: readonly { id: string | null }[]) {
  const currentIds = new Set(now.flatMap(({ id }) => (id ? [id] : [])));
  const keptCount = stored.filter(({ id }) => id && currentIds.has(id)).length;
  return { kept: keptCount, added: now.filter(({ id }) => !id).length, removed: stored.length - keptCount };
}

/** Combinations of the options without a variant. */
export function missingVariants(options: readonly OptionValues[], variants: readonly VariantValues[]): VariantValues[] {
  const existingKeys = new Set(variants.map((variant) => keyOf(variant.values)));
  return combinations(options)
    .filter((values) => !existingKeys.has(keyOf(values)))
    .map(blankVariant);
}
