import { Button, Group, SegmentedControl, Select, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPlayerStop } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { BatchFrame, MoreRows } from '@/modules/batch-state/batch-frame';
import { useRefreshAfterBatch } from '@/modules/batch-state/use-refresh-after-batch';
import { OrderStatusBadge } from '@/modules/status-badge/order-badges';
import { isOrderStatus } from '@/modules/status-badge/order-status';
import { api } from '@/shared/api/client';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { DetailPage, Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { toastOrderError } from '../order-failure';
import { useBatchTitle } from './batch-title';
import { orderBatches, staleAfterAct, stopBatch, undoBatch, type OrderBatch, type OrderBatchItem } from './batches.api';
import classes from './batches.module.css';
import { doneOf, ResultLine } from './batches-page';
import { useOrderBatchText } from './i18n';

/** OR-01: one batch of orders: its progress, the result of each order, and the undo. */
export function OrderBatchPage() {
  const { id } = useParams({ from: '/orders/batches/$id' });
  const query = useQuery({
    ...orderBatches.findQuery(id),
    refetchInterval: (q) => ((q.state.data as OrderBatch | undefined)?.status === 'running' ? 1000 : false),
  });
  return (
    <DetailPage query={query} isFullPage>
      {(batch) => <Batch key={batch.id} batch={batch} />}
    </DetailPage>
  );
}

function Batch({ batch }: { batch: OrderBatch }) {
  const t = useOrderBatchText();
  const title = useBatchTitle();
  const mayUpdate = useCan('update', 'Order');
  useRefreshAfterBatch(batch.status === 'running', staleAfterAct);
  return (
    <BatchFrame
      of={batch}
      title={title(batch)}
      log="/orders/batches"
      over={t(batch.filter ? 'matched' : 'all')}
      acts={mayUpdate && <BatchActions batch={batch} />}
      result={<ResultLine of={batch} />}
      runningText={t('runningText')}
      noUndo={t(batch.action.kind === 'ship' && batch.turn === 'undo' ? 'noUndoShip' : 'noUndo')}
    >
      <Items batch={batch} />
    </BatchFrame>
  );
}

/** Cancel while it runs, undo afterwards (docs/decisions/0033: cancelling acts at once, undoing asks). */
export function BatchActions({ batch }: { batch: OrderBatch }) {
  const t = useOrderBatchText();
  const navigate = useNavigate();
  const stop = useApiMutation({ run: () => stopBatch(batch.id), invalidates: staleAfterAct });
  const undo = useApiMutation({ run: () => undoBatch(batch.id), invalidates: [orderBatches.key] });
  // Undoing an undo is the redo, which can be undone again.
  const direction = batch.turn === 'undo' ? 'redo' : 'undo';
  const askToUndo = async () => {
    const text = t(batch.kind === 'ship' ? 'undoShipText' : `${direction}Text`, { count: batch.undoable_count });
    if (!(await confirm({ title: t(`${direction}Ask`), text, confirm: t(direction) }))) return;
    undo.mutate(undefined, {
      onError: toastOrderError,
      onSuccess: ({ id }) => void navigate({ to: '/orders/batches/$id', params: { id } }),
    });
  };
  if (batch.status === 'running') {
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        loading={stop.isPending}
        onClick={() => stop.mutate(undefined, { onError: toastOrderError })}
      >
        {t('stop')}
      </Button>
    );
  }
  if (!batch.can_undo) return null;
  return (
    <Button
      leftSection={
        direction === 'redo' ? <IconArrowForwardUp size={16} aria-hidden /> : <IconArrowBackUp size={16} aria-hidden />
      }
      loading={undo.isPending}
      onClick={() => void askToUndo()}
    >
      {t(direction)}
    </Button>
  );
}

const shows = ['all', 'failed', 'changed', 'same', 'pending'] as const;
const tones = { changed: 'green', same: 'gray', pending: 'blue', failed: 'red', kept: 'gray' } as const;

function Items({ batch }: { batch: OrderBatch }) {
  const t = useOrderBatchText();
  const phone = usePhoneScreen();
  const [show, setShow] = useState<(typeof shows)[number]>('all');
  const pages = useInfiniteQuery({
    queryKey: [...orderBatches.key, 'one', batch.id, 'items', show, batch.done] as const,
    queryFn: ({ pageParam, signal }) =>
      api.get('/order-batches/{id}/items', {
        path: { id: batch.id },
        query: {
          per_page: 50,
          ...(show !== 'all' && { 'filter[outcome]': show }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const choices = shows.map((value) => ({ value, label: t(`show.${value}`) }));
  const rows = pages.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Section title={t('items')}>
      {phone ? (
        <Select
          mb={12}
          aria-label={t('items')}
          data={choices}
          value={show}
          allowDeselect={false}
          onChange={(value) => setShow(value as typeof show)}
        />
      ) : (
        <SegmentedControl
          mb={8}
          aria-label={t('items')}
          data={choices}
          value={show}
          onChange={(value) => setShow(value as typeof show)}
        />
      )}
      {pages.data && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      )}
      <ul className={classes.rows}>
        {rows.map((row) => (
          <Item key={row.order_id} row={row} done={doneOf(batch)} />
        ))}
      </ul>
      <MoreRows of={pages} label={t('more')} />
    </Section>
  );
}

function Item({ row, done }: { row: OrderBatchItem; done: ReturnType<typeof doneOf> }) {
  const t = useOrderBatchText();
  return (
    <li className={classes.row}>
      <Group gap={8} wrap="nowrap" miw={0}>
        {row.number === null ? (
          <Text span size="sm" c="dimmed">
            {t('gone')}
          </Text>
        ) : (
          <Link to="/orders/view/$id" params={{ id: row.order_id }} className={classes.link}>
            <span className="num">#{row.number}</span>
          </Link>
        )}
        {row.customer_name && (
          <Text span size="sm" c="dimmed" className={classes.who}>
            <bdi>{row.customer_name}</bdi>
          </Text>
        )}
      </Group>
      <Group gap={8} wrap="nowrap">
        {isOrderStatus(row.status) && <OrderStatusBadge status={row.status} />}
        <StatusBadge tone={tones[row.outcome]}>
          {t(`outcome.${row.outcome === 'changed' ? done : row.outcome}`)}
        </StatusBadge>
      </Group>
      {row.message && (
        <Text size="sm" c="var(--bad)" className={classes.reason}>
          {row.message}
        </Text>
      )}
    </li>
  );
}
