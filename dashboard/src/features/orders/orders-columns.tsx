import { useMemo } from 'react';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { Person } from '@/modules/person/person';
import { useShippingName } from '@/modules/shipping/i18n';
import { MoneyMark } from '@/modules/status-badge/money-mark';
import { OrderStatusBadge } from '@/modules/status-badge/order-badges';
import { formatNumber } from '@/shared/i18n/format';
import type { Column } from '@/shared/table/data-table';
import { Money } from '@/shared/ui/money';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time, TimeWithAge } from '@/shared/ui/time';
import { usePhoneScreen, useScreen } from '@/shared/ui/use-phone-screen';
import { useOrderText } from './i18n';
import classes from './orders.module.css';

/** Columns of the orders list; on phones a card of two lines: customer and amount, then the statuses. */
export function useOrderColumns(): Column<OrderRow>[] {
  const t = useOrderText();
  const shipping = useShippingName();
  const phone = usePhoneScreen();
  // Beside the menu, or on a tablet, the table has no room for every column: the total must stay in sight.
  const compact = useScreen('(max-width: 79.99em)') && !phone;
  // Memoised, so that rows are not rendered again.
  return useMemo(() => columnsFor(t, shipping, phone, compact), [t, shipping, phone, compact]);
}

function columnsFor(
  t: ReturnType<typeof useOrderText>,
  shipping: ReturnType<typeof useShippingName>,
  phone: boolean,
  compact: boolean,
): Column<OrderRow>[] {
  const place = (order: OrderRow) =>
    order.city ? <bdi>{order.city}</bdi> : order.shipping_provider === 'PICKUP' ? shipping('PICKUP') : null;
  const columns: Column<OrderRow>[] = [
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
          plain={phone}
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
      cell: (order) => <TimeWithAge value={order.created_at} />,
    },
    {
      key: 'status',
      header: t('col.status'),
      card: 'meta',
      cell: (order) => (
        <span className={classes.standing}>
          <OrderStatusBadge status={order.status} />
          {compact && <MoneyMark order={order} as="icon" />}
          {order.has_waiting_receipt && <StatusBadge tone="amber">{t('receipt')}</StatusBadge>}
        </span>
      ),
    },
    {
      key: 'payment',
      header: t('col.payment'),
      card: 'meta',
      cell: (order) => <MoneyMark order={order} />,
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
      align: 'number',
      cell: (order) => <Money amount={order.total} currency={order.currency} fw={600} />,
    },
  ];
  return compact ? columns.filter((column) => column.key !== 'items' && column.key !== 'payment') : columns;
}
