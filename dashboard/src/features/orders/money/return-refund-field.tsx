import { Checkbox, Stack } from '@mantine/core';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import type { PaymentTransaction } from '../online-payments/online-payments.api';
import type { OrderView } from '../orders.api';
import { useOrderMoneyText } from './i18n';
import type { Refundable } from './money.api';
import { RefundThroughField } from './refund-through-field';
import { RefundFeesField } from './return-parts';

export interface ReturnRefundValues {
  refund: boolean;
  /** The charge that is refunded through its gateway, or `outside`. */
  through: string;
  with_shipping: boolean;
  with_fees: boolean;
}

/** Whether the returned items are refunded with the return, how, and with which fees. */
export function ReturnRefundField({
  order,
  left,
  charges,
  values,
  onChange,
}: {
  order: OrderView;
  left: Refundable;
  charges: readonly PaymentTransaction[];
  values: ReturnRefundValues;
  onChange: (changed: Partial<ReturnRefundValues>) => void;
}) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  return (
    <Stack gap={10}>
      <Checkbox
        label={t('return.refund')}
        checked={values.refund}
        onChange={(event) => onChange({ refund: event.currentTarget.checked })}
      />
      {values.refund && (
        <Stack gap={10} ps={28}>
          <RefundFeesField
            left={left}
            label={(part, amount) =>
              t(part === 'shipping' ? 'return.withShipping' : 'return.withFees', {
                amount: formatMoney(amount, order.currency, language),
              })
            }
            values={values}
            onChange={(field, on) => onChange({ [field]: on })}
          />
          <RefundThroughField
            order={order}
            left={left}
            charges={charges}
            value={values.through}
            onChange={(through) => onChange({ through })}
          />
        </Stack>
      )}
    </Stack>
  );
}
