import { Text } from '@mantine/core';
import { Money } from '@/shared/ui/money';
import { useSalesText } from './i18n';
import classes from './sales-figures.module.css';

/** What total sales are made of, as the server says it; amounts are decimal strings in the store's currency. */
export interface SalesMadeOf {
  gross: string;
  discounts: string;
  returns: string;
  net: string;
  shipping: string;
  fees: string;
  vat: string;
}

const isZero = (amount: string) => Number(amount) === 0;

/** Taken off: with a minus, unless it is nothing or gives something back. */
const less = (amount: string) => (isZero(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/** Gross sales, what is taken off, net, and what comes on top, down to the total. */
export function SalesFiguresList({
  of,
  total,
  secondary,
}: {
  of: SalesMadeOf;
  total: string;
  /** What is no part of the total, below it. */
  secondary?: { label: string; amount: string };
}) {
  const t = useSalesText();
  const rows = [
    { key: 'gross', amount: of.gross },
    { key: 'discounts', amount: less(of.discounts) },
    { key: 'returns', amount: less(of.returns) },
    { key: 'net', amount: of.net, isSum: true },
    { key: 'shipping', amount: of.shipping },
    // Most stores take none.
    ...(isZero(of.fees) ? [] : [{ key: 'fees', amount: of.fees } as const]),
    // A store that is not registered charges none.
    ...(isZero(of.vat) ? [] : [{ key: 'vat', amount: of.vat } as const]),
    { key: 'sales', amount: total, isSum: true },
  ] as const;
  return (
    <dl className={classes.list}>
      {rows.map((row) => (
        <div key={row.key} className={`${classes.row} ${'isSum' in row ? classes.sum : ''}`}>
          <dt>{t(row.key)}</dt>
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

/** Said above figures while the store's orders are counted anew after an update: sums are short of what is to come. */
export function CountingNote({ isCounting }: { isCounting: boolean | undefined }) {
  const t = useSalesText();
  if (!isCounting) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('counting')}
    </Text>
  );
}
