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

/** Columns of the orders list; on phones a card of two lines: who and how much, then how it stands. */
export function useOrderColumns(): Column<OrderRow>[] {
  const t = useOrderText();
  const phone = usePhoneScreen();
  const place = (order: OrderRow) =>
    order.city ? <bdi>{order.city}</bdi> : order.shipping_provider === 'PICKUP' ? t('shipping.PICKUP') : null;
  return [
    {
      key: 'number',
      header: t('col.number'),
      sort: 'number',
      card: 'hide',
      cell: (order) => <span className="num">#{order.number}</span>,
    },
    {
      key: 'customer',
      header: t('col.customer'),
      card: 'title',
      cell: (order) => (
        <Person
          name={order.customer_name}
          line={
            phone ? (
              <>
                <span className="num">#{order.number}</span> · <Time value={order.created_at} relative />
              </>
            ) : (
              place(order)
            )
          }
        />
      ),
    },
    {
      key: 'date',
      header: t('col.date'),
      sort: 'created_at',
      card: 'hide',
      cell: (order) => (
        <>
          <Text size="sm" component="div" lh={1.45}>
            <Time value={order.created_at} />
          </Text>
          <Text size="xs" c="dimmed" component="div" lh={1.4}>
            <Time value={order.created_at} relative />
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      header: t('col.status'),
      card: 'meta',
      cell: (order) => <OrderStatusBadge status={order.status} />,
    },
    {
      key: 'payment',
      header: t('col.payment'),
      card: 'meta',
      cell: (order) => <PaymentStatusMark status={order.payment_status} />,
    },
    {
      key: 'items',
      header: t('col.items'),
      align: 'center',
      card: 'meta',
      cell: (order) => (phone ? t('items', { count: order.items_count }) : formatNumber(order.items_count)),
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
