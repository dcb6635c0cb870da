import type { CSSProperties } from 'react';
import { currencyOf, currencySign } from '../i18n/currency';
import { formatAmount, shortenNumber } from '../i18n/format';
import { useLanguage } from '../i18n/language';
import { useStoreCurrency } from '../session/session';
import classes from './money.module.css';

/**
 * An amount (decimal string) with its muted currency sign: `<Money amount="125.50" />`. The currency is the store's
 * unless given; `short` writes 1.23K (cards only). Plain elements: every row of a list has one.
 */
export function Money({
  amount,
  currency,
  short,
  fw = 500,
  fz,
  style,
}: {
  amount: string | null | undefined;
  currency?: string;
  short?: boolean;
  /** Weight, and size in pixels; without it that of the text around it. */
  fw?: number;
  fz?: number;
  style?: CSSProperties;
}) {
  const storeCurrency = useStoreCurrency();
  const { language } = useLanguage();
  if (amount === null || amount === undefined || amount === '') return <span className={classes.none}>—</span>;
  const code = currency ?? storeCurrency;
  const digits = short ? (
    <bdi>{shortenNumber(amount, language)}</bdi>
  ) : (
    <span className="num">{formatAmount(amount, code)}</span>
  );
  const sign = (
    <span className={classes.sign} title={currencyOf(code).names[language]}>
      {currencySign(code, language)}
    </span>
  );
  // The sign's position in the language, as in sentences and in the storefront (`formatMoney`).
  const [first, second] = language === 'ar' ? [digits, sign] : [sign, digits];
  // The weights of rows are classes: a style of its own costs each row more.
  const hasClass = (fw === 500 || fw === 600) && fz === undefined && style === undefined;
  const look = hasClass ? undefined : { fontWeight: fw, fontSize: fz, ...style };
  return (
    <span className={fw === 600 ? `${classes.money} ${classes.strong}` : classes.money} style={look}>
      {first} {second}
    </span>
  );
}
