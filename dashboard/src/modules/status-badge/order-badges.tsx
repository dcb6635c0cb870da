import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useStatusText } from './i18n';
import { isOrderStatus, orderTones, type OrderStatus, type PaymentStatus } from './order-status';

/** Where an order stands, in its colour. A code this version does not know is shown as it came. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const t = useStatusText();
  if (!isOrderStatus(status)) return <StatusBadge tone="gray">{String(status)}</StatusBadge>;
  return <StatusBadge tone={orderTones[status]}>{t(`order.${status}`)}</StatusBadge>;
}

/** Paid or not (OR-05): quieter than the status, since most rows have the same; `badge` for page headers. */
export function PaymentStatusMark({ status, badge }: { status: PaymentStatus; badge?: boolean }) {
  const t = useStatusText();
  const paid = status === 'paid';
  const tone = paid ? 'green' : 'amber';
  if (badge) {
    return (
      <StatusBadge tone={tone} dot={false}>
        {t(`payment.${status}`)}
      </StatusBadge>
    );
  }
  const Icon = paid ? IconCircleCheck : IconCircleDashed;
  return (
    <Group
      component="span"
      display="inline-flex"
      gap={5}
      wrap="nowrap"
      style={{ color: `var(--tone-${tone}-fg)`, verticalAlign: 'middle' }}
    >
      <Icon size={15} aria-hidden style={{ flexShrink: 0 }} />
      <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
        {t(`payment.${status}`)}
      </Text>
    </Group>
  );
}
