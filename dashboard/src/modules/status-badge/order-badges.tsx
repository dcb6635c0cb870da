import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useStatusText } from './i18n';
import { isOrderStatus, orderTones, type OrderStatus, type PaymentStatus } from './order-status';
import { StateMark, type MarkShape } from './state-mark';

/** The status of an order, in its colour. A code unknown to this version is shown as it is. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const t = useStatusText();
  if (!isOrderStatus(status)) return <StatusBadge tone="gray">{String(status)}</StatusBadge>;
  return <StatusBadge tone={orderTones[status]}>{t(`order.${status}`)}</StatusBadge>;
}

/** Paid or not (OR-05): less prominent than the status, since most rows have the same. */
export function PaymentStatusMark({
  status,
  as = 'text',
  muted,
}: {
  status: PaymentStatus;
  as?: MarkShape;
  /** No payment is expected: "not paid" is then no warning. */
  muted?: boolean;
}) {
  const t = useStatusText();
  const paid = status === 'paid';
  const tone = paid ? 'green' : muted ? 'gray' : 'amber';
  const word = t(`payment.${status}`);
  return <StateMark as={as} tone={tone} word={word} icon={paid ? IconCircleCheck : IconCircleDashed} />;
}
