import { Text, type TextProps } from '@mantine/core';
import { currencyOf, currencySign } from '../i18n/currency';
import { formatAmount, shortenNumber } from '../i18n/format';
import { useLanguage } from '../i18n/language';
import { useStoreCurrency } from '../session/session';

/**
 * An amount of the wire (decimal string) with its muted sign: `<Money amount="125.50" />`.
 * The currency is the store's unless given; `short` writes 1.23K (cards only).
 */
export function Money({
  amount,
  currency,
  short,
  ...text
}: { amount: string | null | undefined; currency?: string; short?: boolean } & TextProps) {
  const storeCurrency = useStoreCurrency();
  const { language } = useLanguage();
  if (amount === null || amount === undefined || amount === '')
    return (
      <Text span c="dimmed">
        —
      </Text>
    );
  const code = currency ?? storeCurrency;
  return (
    <Text span inherit fw={500} style={{ whiteSpace: 'nowrap' }} {...text}>
      <span className="num">{short ? shortenNumber(amount) : formatAmount(amount, code)}</span>{' '}
      <Text span inherit c="dimmed" fw={400} fz="0.82em" title={currencyOf(code).names[language]}>
        {currencySign(code, language)}
      </Text>
    </Text>
  );
}
