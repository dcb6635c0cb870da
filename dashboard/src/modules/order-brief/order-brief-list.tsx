import { DataTable, type Column } from '@/shared/table/data-table';
import { Money } from '@/shared/ui/money';
import { Time } from '@/shared/ui/time';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { Person } from '../person/person';
import { OrderStatusBadge } from '../status-badge/order-badges';
import { useOrderBriefText } from './i18n';
import classes from './order-brief.module.css';
import type { OrderBrief } from './order-row';

/** A short list of orders in a card: the store's latest, or one customer's (then without the name). */
export function OrderBriefList({
  orders,
  label,
  ofOne,
}: {
  orders: readonly OrderBrief[];
  label: string;
  ofOne?: boolean;
}) {
  const t = useOrderBriefText();
  const phone = usePhoneScreen();
  const columns: Column<OrderBrief>[] = [
    {
      key: 'number',
      header: t('number'),
      card: ofOne ? 'title' : 'hide',
      cell: (order) => <span className="num">#{order.number}</span>,
    },
    ...(ofOne
      ? []
      : [
          {
            key: 'customer',
            header: t('customer'),
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
                    order.city
                  )
                }
              />
            ),
          } satisfies Column<OrderBrief>,
        ]),
    {
      key: 'date',
      header: t('date'),
      card: ofOne ? 'meta' : 'hide',
      // Among the latest orders the relative time matters; it also fits half a page.
      cell: (order) => <Time value={order.created_at} relative={!ofOne} />,
    },
    { key: 'status', header: t('status'), card: 'meta', cell: (order) => <OrderStatusBadge status={order.status} /> },
    {
      key: 'total',
      header: t('total'),
      card: 'end',
      align: 'number',
      cell: (order) => <Money amount={order.total} currency={order.currency} />,
    },
  ];
  return (
    <div className={classes.brief}>
      <DataTable
        label={label}
        columns={columns}
        rows={orders}
        rowId={(order) => order.id}
        rowLink={(order) => ({ to: '/orders/view/$id', params: { id: order.id } })}
      />
    </div>
  );
}
