import { useBatchText } from '@/modules/batches/i18n';

/**
 * Prices of products and variants, in their order: the form, its rules, the conflict dialog and the sheet derive from
 * this list. Their texts are `f.<key>` in `modules/batches`, as in the history.
 */
export const amounts = ['regular_price', 'sale_price', 'cost_price'] as const;

export type Amount = (typeof amounts)[number];

/**
 * The other prices; the regular and sale price have rules, dates and a variant's own of their own, written where they
 * are used.
 */
export type OtherAmount = Exclude<Amount, 'regular_price' | 'sale_price'>;

const isOther = (key: Amount): key is OtherAmount => key !== 'regular_price' && key !== 'sale_price';
export const otherAmounts = amounts.filter(isOther);

/** The name of each price, as in the history. */
export function useAmountName(): (key: Amount) => string {
  const t = useBatchText();
  return (key) => t(`f.${key}`);
}

/** A record with a value for each price. */
export const perAmount = <Value>(make: (key: Amount) => Value): Record<Amount, Value> =>
  Object.fromEntries(amounts.map((key) => [key, make(key)])) as Record<Amount, Value>;
