import { Text } from '@mantine/core';
import type { Column } from '@/shared/table/data-table';
import { ListPage } from '@/shared/table/list-page';
import { ago, refetchWhile } from '@/shared/table/live';
import { useList } from '@/shared/table/use-list';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useBatchTitle } from './batch-title';
import { orderBatches, type OrderBatch } from './batches.api';
import { orderBatchesList, stateOf, stateTones } from './batches.model';
import { useOrderBatchText } from './i18n';

/** OR-01: acts over all orders that matched, with what came of them. */
export function OrderBatchesPage() {
  const t = useOrderBatchText();
  const list = useList(orderBatchesList);
  const title = useBatchTitle();
  const columns: Column<OrderBatch>[] = [
    {
      key: 'what',
      header: t('col.what'),
      card: 'title',
      cell: (row) => (
        <div>
          <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {title(row)}
          </Text>
          <Text size="xs" c="dimmed" fw={400}>
            {t(row.filter ? 'matched' : 'all')}
          </Text>
        </div>
      ),
    },
    { key: 'result', header: t('col.result'), card: 'meta', cell: (row) => <ResultLine of={row} /> },
    { key: 'who', header: t('col.who'), card: 'meta', cell: (row) => <bdi>{row.actor}</bdi> },
    {
      key: 'status',
      header: t('col.status'),
      card: 'end',
      cell: (row) => <StatusBadge tone={stateTones[stateOf(row)]}>{t(`status.${stateOf(row)}`)}</StatusBadge>,
    },
    { key: 'when', header: t('col.when'), card: 'meta', cell: (row) => ago(row.created_at) },
  ];
  return (
    <ListPage<OrderBatch>
      title={t('title')}
      subtitle={t('subtitle')}
      list={list}
      query={{
        ...orderBatches.indexQuery(list.params),
        refetchInterval: refetchWhile<OrderBatch>((row) => row.status === 'running'),
      }}
      columns={columns}
      rowName={title}
      rowLink={(row) => ({ to: '/orders/batches/$id', params: { id: row.id } as never })}
      empty={{ title: t('empty'), text: t('emptyText'), illustration: 'bag' }}
    />
  );
}

export function ResultLine({ of }: { of: OrderBatch }) {
  const t = useOrderBatchText();
  const parts = [
    t('changed', { count: of.changed_count }),
    of.failed_count > 0 && t('refused', { count: of.failed_count }),
  ].filter(Boolean);
  return (
    <Text span size="sm">
      {parts.join(' · ')}
    </Text>
  );
}
