import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { compareDecimal } from '@/shared/forms/decimal';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { Money } from '@/shared/ui/money';
import { useOrderMoneyText } from './i18n';
import classes from './money.module.css';

/** The amount to refund, as the server's preview has it; `children` are further facts. */
export function RefundSummary({
  amount,
  vat,
  currency,
  children,
}: {
  amount: string;
  vat: string;
  currency: string;
  children?: ReactNode;
}) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  return (
    <div className={classes.sum} aria-live="polite">
      <div>
        <Text size="sm" fw={600}>
          {t('refund.sum')}
        </Text>
        {compareDecimal(vat, '0') > 0 && (
          <Text size="xs" c="dimmed">
            {t('refund.vat', { amount: formatMoney(vat, currency, language) })}
          </Text>
        )}
        {children}
      </div>
      <Money amount={amount} currency={currency} fw={600} />
    </div>
  );
}
