import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { compareDecimal } from '@/shared/forms/decimal';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useStoreCurrency } from '@/shared/session/session';
import { usePaymentText } from './i18n';
import type { MethodValues } from './method-values';
import { feesQuery } from './payment.api';

/** What the example is of: a round amount, as merchants reckon. */
const example = '100';

/** What a shopper pays with the fees of the form, computed by the server as the checkout does; nothing without fees. */
export function FeeExample({ values }: { values: MethodValues }) {
  const t = usePaymentText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const [fees] = useDebouncedValue(
    {
      fixed_fees: values.fixed_fees || '0',
      ratio_fees: String(values.ratio_fees ?? 0),
      add_vat_to_payment_charges: values.add_vat_to_payment_charges,
    },
    300,
  );
  const hasFees = Number(fees.fixed_fees) > 0 || Number(fees.ratio_fees) > 0;
  const { data } = useQuery({
    ...feesQuery({ amount: example, ...fees }),
    enabled: hasFees,
    placeholderData: keepPreviousData,
  });
  if (!hasFees || !data) return null;
  const money = (amount: string) => `\u2068${formatMoney(amount, currency, language)}\u2069`;
  const hasVat = compareDecimal(data.vat, '0') > 0;
  const parts = [
    t('fees.parts', { fees: money(data.payment_fees) }),
    hasVat && t(data.is_vat_included ? 'fees.vatInside' : 'fees.vatOnTop', { vat: money(data.vat) }),
  ].filter((part) => part !== false);
  return (
    <div role="status">
      <Text size="sm">{t('fees.example', { amount: money(data.amount), total: money(data.total) })}</Text>
      <Text size="xs" c="dimmed">
        {parts.join(language === 'ar' ? '، ' : ', ')}
      </Text>
    </div>
  );
}
