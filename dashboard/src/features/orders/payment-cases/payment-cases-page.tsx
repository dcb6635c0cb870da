import { Button, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useCan } from '@/shared/session/session';
import type { Column } from '@/shared/table/data-table';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { Time } from '@/shared/ui/time';
import { GatewayReference } from '../online-payments/card/gateway-reference';
import { useOnlinePaymentsCardText } from '../online-payments/card/i18n';
import { meansOf, providerName } from '../online-payments/describe-online-payment';
import { useOnlinePaymentText } from '../online-payments/i18n';
import { orderName } from '../order-name';
import { useOpenCasesText } from './i18n';
import { paymentCases, type OpenPaymentCase } from './payment-cases.api';
import { openCasesList } from './payment-cases.search';
import classes from './payment-cases.module.css';

const CloseCaseDialog = lazyDialog(() => import('../online-payments/card/close-case-dialog'));

const linkOf = ({ order_id: id }: OpenPaymentCase) =>
  id ? ({ to: '/orders/view/$id', params: { id } } as const) : undefined;

/** PY-03: what somebody has to look at in the payments of all orders, and in those that belong to none. */
export function PaymentCasesPage() {
  const t = useOpenCasesText();
  const card = useOnlinePaymentsCardText();
  const list = useList(openCasesList);
  const mayUpdate = useCan('update', 'Order');
  const [closing, setClosing] = useState<OpenPaymentCase | null>(null);
  const columns = useColumns();
  const word = useOnlinePaymentText();
  const closeLabel = ({ kind, order_number: number }: OpenPaymentCase) =>
    number
      ? t('closeOf', { case: word(`case.${kind}`), number: orderName(number) })
      : t('closeOfNoOrder', { case: word(`case.${kind}`) });
  return (
    <>
      <ListPage<OpenPaymentCase>
        title={t('title')}
        subtitle={t('subtitle')}
        list={list}
        query={paymentCases.indexQuery(list.params)}
        columns={columns}
        rowLink={linkOf}
        rowActions={
          mayUpdate
            ? (row) => (
                <Button size="xs" variant="default" aria-label={closeLabel(row)} onClick={() => setClosing(row)}>
                  {card('case.close')}
                </Button>
              )
            : undefined
        }
        empty={{ title: t('empty'), text: t('emptyText'), illustration: 'spark' }}
      />
      <Suspense fallback={null}>
        {closing && <CloseCaseDialog of={closing} onClose={() => setClosing(null)} />}
      </Suspense>
    </>
  );
}

function useColumns(): Column<OpenPaymentCase>[] {
  const t = useOpenCasesText();
  const card = useOnlinePaymentsCardText();
  const word = useOnlinePaymentText();
  return [
    {
      key: 'issue',
      header: t('col.issue'),
      card: 'title',
      cell: (row) => <div className={classes.issue}>{word(`case.${row.kind}`)}</div>,
    },
    {
      key: 'todo',
      header: t('col.todo'),
      cell: (row) => (
        <Text size="sm" c="dimmed" component="div" className={classes.issue}>
          {card(`todo.${row.kind}`)}
        </Text>
      ),
    },
    {
      key: 'payment',
      header: t('col.payment'),
      cell: (row) => (
        <div className={classes.payment}>
          <span>
            {providerName(row.provider)} · {meansOf(row)}
          </span>
          {row.provider_id && <GatewayReference reference={row.provider_id} />}
        </div>
      ),
    },
    {
      key: 'order',
      header: t('col.order'),
      card: 'meta',
      cell: (row) =>
        row.order_number ? <span className="num">{orderName(row.order_number)}</span> : <>{t('noOrder')}</>,
    },
    {
      key: 'amount',
      header: t('col.amount'),
      card: 'end',
      align: 'number',
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
    { key: 'opened', header: t('col.opened'), card: 'meta', cell: (row) => <Time value={row.opened_at} relative /> },
  ];
}
