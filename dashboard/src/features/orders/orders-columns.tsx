import { Text } from '@mantine/core';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { Person } from '@/modules/person/person';
import { OrderStatusBadge, PaymentStatusMark } from '@/modules/status-badge/order-badges';
import { formatNumber } from '@/shared/i18n/format';
import type { Column } from '@/shared/table/data-table';
import { Money } from '@/shared/ui/money';
import { Time } from '@/shared/ui/time';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useOrderText } from './i18n';

/** Columns of the orders list; on phones a card of the person, the total, and one line of the rest. */
export function useOrderColumns(): Column<OrderRow>[] {
  const t = useOrderText();
  return [
    {
      key: 'number',
      header: t('col.number'),
      sort: 'number',
      card: 'meta',
      cell: (order) => <span className="num">#{order.number}</span>,
    },
    {
      key: 'customer',
      header: t('col.customer'),
      card: 'title',
      cell: (order) => <Person name={order.customer_name} line={order.city && <bdi>{order.city}</bdi>} />,
    },
    {
      key: 'date',
      header: t('col.date'),
      sort: 'created_at',
      card: 'meta',
      cell: (order) => <When at={order.created_at} />,
    },
    {
      key: 'payment',
      header: t('col.payment'),
      card: 'meta',
      cell: (order) => <PaymentStatusMark status={order.payment_status} />,
    },
    {
      key: 'status',
      header: t('col.status'),
      card: 'meta',
      cell: (order) => <OrderStatusBadge status={order.status} />,
    },
    {
      key: 'items',
      header: t('col.items'),
      align: 'center',
      card: 'hide',
      cell: (order) => formatNumber(order.items_count),
    },
    {
      key: 'total',
      header: t('col.total'),
      sort: 'total',
      card: 'end',
      cell: (order) => <Money amount={order.total} currency={order.currency} fw={600} />,
    },
  ];
}

/** The exact moment with how long ago below it; phones have room for the second only. */
function When({ at }: { at: string }) {
  const phone = usePhoneScreen();
  if (phone) {
    return (
      <Text span size="sm" c="dimmed">
        <Time value={at} relative />
      </Text>
    );
  }
  return (
    <>
      <Text size="sm" component="div" lh={1.45}>
        <Time value={at} />
      </Text>
      <Text size="xs" c="dimmed" component="div" lh={1.4}>
        <Time value={at} relative />
      </Text>
    </>
  );
}
