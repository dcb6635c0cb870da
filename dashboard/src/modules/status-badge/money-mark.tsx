import { IconAlertCircle, IconArrowBackUp } from '@tabler/icons-react';
import type { Schema } from '@/shared/api/wire-schema';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useStatusText } from './i18n';
import { PaymentStatusMark } from './order-badges';
import type { PaymentStatus } from './order-status';
import { StateMark, type MarkShape } from './state-mark';

type Paid = {
  payment_status: PaymentStatus;
  money: Schema<'OrderMoney'>;
  currency: string;
};

/** States that "paid" and "not paid" do not describe fully, with the amount that they show. */
const details = {
  owes: { tone: 'amber', amount: 'owed' },
  overpaid: { tone: 'amber', amount: 'overpaid' },
  partly_refunded: { tone: 'green', amount: 'refunded' },
  refunded: { tone: 'gray', amount: 'refunded' },
} as const;

const hasDetail = (state: string): state is keyof typeof details => state in details;

/** OR-05: paid or not paid, and where that is incomplete the amount owed, overpaid or refunded. */
export function MoneyMark({ order, as = 'text' }: { order: Paid; as?: MarkShape }) {
  const t = useStatusText();
  const { language } = useLanguage();
  const { state } = order.money;
  if (!hasDetail(state)) return <PaymentStatusMark status={order.payment_status} as={as} />;
  const { tone, amount } = details[state];
  const word = t(`money.${state}`, { amount: formatMoney(order.money[amount], order.currency, language) });
  const icon = state === 'refunded' || state === 'partly_refunded' ? IconArrowBackUp : IconAlertCircle;
  return <StateMark as={as} tone={tone} word={word} icon={icon} />;
}
