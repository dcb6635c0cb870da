import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Tip } from '@/shared/ui/tip';
import { useStatusText } from './i18n';
import classes from './order-badges.module.css';
import { isOrderStatus, orderTones, type OrderStatus, type PaymentStatus } from './order-status';

/** Where an order stands, in its colour. A code this version does not know is shown as it came. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const t = useStatusText();
  if (!isOrderStatus(status)) return <StatusBadge tone="gray">{String(status)}</StatusBadge>;
  return <StatusBadge tone={orderTones[status]}>{t(`order.${status}`)}</StatusBadge>;
}

/**
 * Paid or not (OR-05): quieter than the status, since most rows have the same; `badge` for page headers, `icon` where
 * there is no room for the word.
 */
export function PaymentStatusMark({
  status,
  as = 'text',
  muted,
}: {
  status: PaymentStatus;
  as?: 'text' | 'badge' | 'icon';
  /** Nobody waits for this money: "not paid" is then no warning. */
  muted?: boolean;
}) {
  const t = useStatusText();
  const paid = status === 'paid';
  const tone = paid ? 'green' : muted ? 'gray' : 'amber';
  const word = t(`payment.${status}`);
  if (as === 'badge') {
    return (
      <StatusBadge tone={tone} dot={false}>
        {word}
      </StatusBadge>
    );
  }
  const Icon = paid ? IconCircleCheck : IconCircleDashed;
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
