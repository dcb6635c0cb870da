import { IconAlertCircle, IconArrowBackUp } from '@tabler/icons-react';
import type { Schema } from '@/shared/api/wire-schema';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Tip } from '@/shared/ui/tip';
import { useStatusText } from './i18n';
import { PaymentStatusMark } from './order-badges';
import classes from './order-badges.module.css';
import type { PaymentStatus } from './order-status';

type Paid = {
  payment_status: PaymentStatus;
  money: Schema<'OrderMoney'>;
  currency: string;
};

/** The states that "paid" and "not paid" say wrongly or not fully, with the amount that they name. */
const told = {
  owes: { tone: 'amber', amount: 'owed' },
  overpaid: { tone: 'amber', amount: 'overpaid' },
  partly_refunded: { tone: 'green', amount: 'refunded' },
  refunded: { tone: 'gray', amount: 'refunded' },
} as const;

const isTold = (state: string): state is keyof typeof told => state in told;

/** OR-05: paid or not, and where that is not all of it what is still owed, came too much or was given back. */
export function MoneyMark({
  order,
  as = 'text',
  muted,
}: {
  order: Paid;
  as?: 'text' | 'badge' | 'icon';
  /** Nobody waits for this money: "not paid" is then no warning. */
  muted?: boolean;
}) {
  const t = useStatusText();
  const { language } = useLanguage();
  const { state } = order.money;
  if (!isTold(state)) return <PaymentStatusMark status={order.payment_status} as={as} muted={muted} />;
  const { tone, amount } = told[state];
  const word = t(`money.${state}`, { amount: formatMoney(order.money[amount], order.currency, language) });
  if (as === 'badge') {
    return (
      <StatusBadge tone={tone} dot={false}>
        {word}
      </StatusBadge>
    );
  }
  const Icon = state === 'refunded' || state === 'partly_refunded' ? IconArrowBackUp : IconAlertCircle;
  const color = `var(--tone-${tone}-fg)`;
  if (as === 'icon') {
    return (
      <Tip label={word}>
        <span role="img" aria-label={word} style={{ display: 'inline-flex', verticalAlign: 'middle', color }}>
          <Icon size={18} aria-hidden />
        </span>
      </Tip>
    );
  }
  return (
    <span className={classes.mark} style={{ color }}>
      <Icon size={15} aria-hidden style={{ flexShrink: 0 }} />
      <span className={classes.word}>{word}</span>
    </span>
  );
}
