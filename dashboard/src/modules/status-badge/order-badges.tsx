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
export function PaymentStatusMark({ status, as = 'text' }: { status: PaymentStatus; as?: MarkShape }) {
  const t = useStatusText();
  const paid = status === 'paid';
  // Most orders are paid on delivery: "not paid" is no warning.
  const tone = paid ? 'green' : 'gray';
  const word = t(`payment.${status}`);
  return <StateMark as={as} tone={tone} word={word} icon={paid ? IconCircleCheck : IconCircleDashed} />;
}
