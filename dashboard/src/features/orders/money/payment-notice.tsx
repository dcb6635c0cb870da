import { IconAlertCircle, IconArrowBackUp, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useStatusText } from '@/modules/status-badge/i18n';
import { StateMark } from '@/modules/status-badge/state-mark';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import type { OrderView } from '../orders.api';
import { paymentNotice } from './expected-payment';

const icons = {
  unpaid: IconCircleDashed,
  owes: IconCircleDashed,
  overpaid: IconAlertCircle,
  paid: IconCircleCheck,
  partly_refunded: IconArrowBackUp,
  refunded: IconArrowBackUp,
} as const;

/** The payment state where it is not the expected one; amber only where money is missing or too much. */
export function PaymentNotice({ order }: { order: OrderView }) {
  const t = useStatusText();
  const { language } = useLanguage();
  const notice = paymentNotice(order);
  const { money, currency } = order;
  if (!notice || money.state === 'nothing') return null;
  const words = {
    unpaid: () => t('payment.not_paid'),
    owes: () => t('money.owes', { amount: formatMoney(money.owed, currency, language) }),
    overpaid: () => t('money.overpaid', { amount: formatMoney(money.overpaid, currency, language) }),
    paid: () => t('payment.paid'),
    partly_refunded: () => t('money.partly_refunded', { amount: formatMoney(money.refunded, currency, language) }),
    refunded: () => t('money.refunded'),
  };
  const isWrong = notice === 'wrong';
  return (
    <StateMark
      as="text"
      tone={isWrong ? 'amber' : money.state === 'paid' ? 'green' : 'gray'}
      word={words[money.state]()}
      icon={isWrong ? IconAlertCircle : icons[money.state]}
    />
  );
}
