import { Radio, Stack, Text } from '@mantine/core';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { meansOf, providerName } from '../online-payments/describe-online-payment';
import type { PaymentTransaction } from '../online-payments/online-payments.api';
import type { OrderView } from '../orders.api';
import { useOrderMoneyText } from './i18n';
import type { Refundable } from './money.api';
import { isPositive } from './return-parts';

/** The value of a refund that the merchant makes by other means, and records. */
export const outside = 'outside';

/** How the money goes back: through the gateway that took it, or outside of it. Without such a payment only the latter. */
export function RefundThroughField({
  order,
  left,
  charges,
  value,
  onChange,
}: {
  order: OrderView;
  left: Refundable;
  charges: readonly PaymentTransaction[];
  value?: string;
  onChange?: (value: string) => void;
}) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  const formatAmount = (amount: string) => formatMoney(amount, order.currency, language);
  const requested = isPositive(left.requested) && (
    <Text size="sm" c="dimmed">
      {t('refund.inProgress', { amount: formatAmount(left.requested) })}
    </Text>
  );
  if (charges.length === 0) {
    return (
      <>
        <Text size="sm" c="dimmed">
          {t('refund.text')}
        </Text>
        {requested}
      </>
    );
  }
  return (
    <Radio.Group label={t('refund.how.through')} value={value} onChange={onChange}>
      <Stack gap={10} mt={8}>
        {charges.map((charge) => (
          <Radio
            key={charge.id}
            value={charge.id}
            label={t('refund.through', { provider: providerName(charge.provider) })}
            description={t('refund.throughText', {
              means: meansOf(charge),
              amount: formatAmount(charge.refundable ?? '0'),
            })}
          />
        ))}
        <Radio value={outside} label={t('refund.outside')} description={t('refund.outsideText')} />
        {requested}
      </Stack>
    </Radio.Group>
  );
}
