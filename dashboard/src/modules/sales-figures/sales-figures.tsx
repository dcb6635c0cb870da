import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Money } from '@/shared/ui/money';
import { useSalesText } from './i18n';
import classes from './sales-figures.module.css';

/** The components of total sales; amounts are decimal strings in the store's currency. */
export interface SalesParts {
  gross: string;
  discounts: string;
  returns: string;
  net: string;
  shipping: string;
  fees: string;
  vat: string;
}

const isZero = (amount: string) => Number(amount) === 0;

/** A deduction: with a minus, unless it is zero or negative. */
const less = (amount: string) => (isZero(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/** Gross sales, deductions, net, and additions, down to the total. */
export function SalesFiguresList({
  of,
  total,
  secondary,
  labelOf = (_, label) => label,
}: {
  of: SalesParts;
  total: string;
  /** A figure below the list that is no part of the total. */
  secondary?: { label: ReactNode; amount: string };
  /** Wraps the label of a row, to lead from it to more of that figure. */
  labelOf?: (row: keyof SalesParts | 'sales', label: string) => ReactNode;
}) {
  const t = useSalesText();
  const rows = [
    { key: 'gross', amount: of.gross },
    { key: 'discounts', amount: less(of.discounts) },
    { key: 'returns', amount: less(of.returns) },
    { key: 'net', amount: of.net, isSum: true },
    { key: 'shipping', amount: of.shipping },
    // Most stores charge none.
    ...(isZero(of.fees) ? [] : [{ key: 'fees', amount: of.fees } as const]),
    // A store that is not registered charges none.
    ...(isZero(of.vat) ? [] : [{ key: 'vat', amount: of.vat } as const]),
    { key: 'sales', amount: total, isSum: true },
  ] as const;
  return (
    <dl className={classes.list}>
      {rows.map((row) => (
        <div key={row.key} className={`${classes.row} ${'isSum' in row ? classes.sum : ''}`}>
          <dt>{labelOf(row.key, t(row.key))}</dt>
          <dd>
            <Money amount={row.amount} />
          </dd>
        </div>
      ))}
      {secondary && (
        <div className={classes.row}>
          <dt>{secondary.label}</dt>
          <dd>
            <Money amount={secondary.amount} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Shown while the store's sales are recomputed after an upgrade: sums are still incomplete. */
export function CountingNote({ isCounting }: { isCounting: boolean | undefined }) {
  const t = useSalesText();
  if (!isCounting) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('counting')}
    </Text>
  );
}
