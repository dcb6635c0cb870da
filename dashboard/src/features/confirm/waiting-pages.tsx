import { Button, Card, Group, Text } from '@mantine/core';
import { IconPhone, IconRotate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Person } from '@/modules/person/person';
import { readableMobile } from '@/modules/person/mobile';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useCan } from '@/shared/session/session';
import { DataTable, type Column } from '@/shared/table/data-table';
import { EmptyState } from '@/shared/ui/empty-state';
import { Money } from '@/shared/ui/money';
import { DetailPage } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { confirmationsQuery, requeue, staleAfterCall, type ConfirmationRow, type OpenState } from './confirm.api';
import { ConfirmFrame } from './confirm-frame';
import { useConfirmText } from './i18n';
import classes from './call-queue.module.css';
import { LinkButton } from '@/shared/ui/link-button';

export const WaitingPage = () => <WaitingOrders state="waiting" />;
export const UnreachablePage = () => <WaitingOrders state="unreachable" />;
export const WrongNumbersPage = () => <WaitingOrders state="wrong_number" />;

export const DepositsPage = () => <WaitingOrders state="deposit" />;

/** The orders in this state, the next due first; a hundred at most. */
function WaitingOrders({ state }: { state: OpenState }) {
  const t = useConfirmText();
  const query = useQuery(confirmationsQuery(state));
  return (
    <ConfirmFrame>
      <DetailPage query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Card padding={0}>
              <EmptyState title={t('list.empty')} text={t(`list.emptyText.${state}`)} illustration="spark" />
            </Card>
          ) : (
            <Card padding={0}>
              <Rows rows={rows} state={state} />
            </Card>
          )
        }
      </DetailPage>
    </ConfirmFrame>
  );
}

function Rows({ rows, state }: { rows: readonly ConfirmationRow[]; state: OpenState }) {
  const t = useConfirmText();
  const columns: Column<ConfirmationRow>[] = [
    {
      key: 'customer',
      header: t('list.customer'),
      card: 'title',
      cell: (row) => <Person name={row.customer_name} line={<bdi className="num">{readableMobile(row.mobile)}</bdi>} />,
    },
    {
      key: 'order',
      header: t('list.order'),
      card: 'meta',
      cell: (row) => (
        <Link to="/orders/view/$id" params={{ id: row.id }} className={classes.link}>
          <span className="num">#{row.number}</span>
        </Link>
      ),
    },
    {
      key: 'total',
      header: t('list.total'),
      card: 'meta',
      align: 'number',
      cell: (row) => <Money amount={row.total} />,
    },
    ...(state === 'deposit'
      ? [
          {
            key: 'deposit',
            header: t('list.deposit'),
            align: 'number' as const,
            cell: (row: ConfirmationRow) => <Money amount={row.deposit ?? '0'} />,
          },
          {
            key: 'until',
            header: t('list.until'),
            cell: (row: ConfirmationRow) =>
              row.has_receipt ? (
                <StatusBadge tone="amber">{t('list.receipt')}</StatusBadge>
              ) : (
                <Time value={row.due_at} relative />
              ),
          },
        ]
      : []),
    { key: 'city', header: t('list.city'), cell: (row) => <bdi>{row.city || '—'}</bdi> },
    ...(state === 'waiting'
      ? [
          {
            key: 'due',
            header: t('list.due'),
            cell: (row: ConfirmationRow) =>
              row.held_by ? (
                <StatusBadge tone="blue">{t('list.calledBy', { name: `\u2068${row.held_by}\u2069` })}</StatusBadge>
              ) : (
                <Time value={row.due_at} relative />
              ),
          },
        ]
      : []),
    ...(state === 'deposit'
      ? []
      : [
          {
            key: 'attempts',
            header: t('list.attempts'),
            align: 'number' as const,
            cell: (row: ConfirmationRow) => <span className="num">{row.attempts}</span>,
          },
        ]),
  ];
  return (
    <DataTable
      label={t(`tab.${state}`)}
      rows={rows}
      columns={columns}
      rowId={(row) => row.id}
      rowActions={(row) => (state === 'deposit' ? <Open row={row} /> : <RowActions row={row} state={state} />)}
    />
  );
}

/** A deposit is reviewed on the order's page. */
function Open({ row }: { row: ConfirmationRow }) {
  const t = useConfirmText();
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <LinkButton
        to="/orders/view/$id"
        params={{ id: row.id }}
        size="xs"
        variant={row.has_receipt ? 'light' : 'default'}
      >
        {t(row.has_receipt ? 'list.check' : 'openOrder')}
      </LinkButton>
    </Group>
  );
}

function RowActions({ row, state }: { row: ConfirmationRow; state: OpenState }) {
  const t = useConfirmText();
  const mayUpdate = useCan('update', 'Order');
  const requeueMutation = useApiMutation({
    run: () => requeue(row.id),
    invalidates: staleAfterCall,
    done: () => toast.success(t('list.requeued')),
  });
  if (!mayUpdate) return null;
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {state !== 'waiting' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRotate size={14} aria-hidden />}
          loading={requeueMutation.isPending}
          onClick={() => requeueMutation.mutate()}
        >
          {t('list.requeue')}
        </Button>
      )}
      <LinkButton
        to="/orders/confirm"
        search={{ order: row.id }}
        size="xs"
        variant={state === 'waiting' ? 'default' : 'light'}
        leftSection={<IconPhone size={14} aria-hidden />}
      >
        <Text span inherit>
          {t('list.call')}
        </Text>
      </LinkButton>
    </Group>
  );
}
