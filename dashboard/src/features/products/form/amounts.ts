import { useBatchText } from '@/modules/batches/i18n';

/**
 * Prices that products have and variants may have, in their order: the form, its rules, the comparison with what somebody
 * else saved and the sheet follow from the list. They are called `f.<key>` in `modules/batches`, as in the history.
 */
export const amounts = ['regular_price', 'sale_price', 'cost_price'] as const;

export type Amount = (typeof amounts)[number];

/** What the regular price and the sale ask for (a rule, days, a variant's own) is written where they stand. */
export type OtherAmount = Exclude<Amount, 'regular_price' | 'sale_price'>;

const isOther = (key: Amount): key is OtherAmount => key !== 'regular_price' && key !== 'sale_price';
export const otherAmounts = amounts.filter(isOther);

/** The name of each, as the history says it. */
export function useAmountName(): (key: Amount) => string {
  const t = useBatchText();
  return (key) => t(`f.${key}`);
}

/** Something for each of them. */
export const perAmount = <Value>(make: (key: Amount) => Value): Record<Amount, Value> =>
  Object.fromEntries(amounts.map((key) => [key, make(key)])) as Record<Amount, Value>;
