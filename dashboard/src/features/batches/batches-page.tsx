import { Text } from '@mantine/core';
import { batches, type BatchView } from '@/modules/batches/batches.api';
import type { Column } from '@/shared/table/data-table';
import { ListPage } from '@/shared/table/list-page';
import { ago, refetchWhile } from '@/shared/table/live';
import { useList } from '@/shared/table/use-list';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useBatchTitle } from './batch-title';
import { batchesList, stateOf, stateTones } from './batches.model';
import { useBatchesText } from './i18n';

/** Bulk edits, sheets, imports and deletes of products, each of which can be undone for 30 days. */
export function BatchesPage() {
  const t = useBatchesText();
  const list = useList(batchesList);
  const title = useBatchTitle();
  const columns: Column<BatchView>[] = [
    {
      key: 'what',
      header: t('col.what'),
      card: 'title',
      cell: (row) => (
        <div>
          <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {title(row)}
          </Text>
          {row.filter !== null && (
            <Text size="xs" c="dimmed" fw={400}>
              {t('overFilter')}
            </Text>
          )}
        </div>
      ),
    },
    { key: 'result', header: t('col.result'), card: 'meta', cell: (row) => <ResultLine of={row} /> },
    { key: 'who', header: t('col.who'), card: 'meta', cell: (row) => <bdi>{row.actor || t('system')}</bdi> },
    {
      key: 'status',
      header: t('col.status'),
      card: 'end',
      cell: (row) => <StatusBadge tone={stateTones[stateOf(row)]}>{t(`status.${stateOf(row)}`)}</StatusBadge>,
    },
    {
      key: 'when',
      header: t('col.when'),
      card: 'meta',
      cell: (row) => ago(row.created_at),
    },
  ];
  return (
    <ListPage<BatchView>
      title={t('title')}
      subtitle={t('subtitle')}
      list={list}
      query={{
        ...batches.indexQuery(list.params),
        refetchInterval: refetchWhile<BatchView>((row) => row.status === 'running'),
      }}
      columns={columns}
      rowName={title}
      rowLink={(row) => ({ to: '/products/batches/$id', params: { id: row.id } as never })}
      empty={{ title: t('empty'), text: t('emptyText'), illustration: 'box' }}
    />
  );
}

export function ResultLine({ of }: { of: BatchView }) {
  const t = useBatchesText();
  const parts = [
    t('changed', { count: of.changed_count }),
    of.failed_count > 0 && t('failedCount', { count: of.failed_count }),
    of.kept_count > 0 && t('keptCount', { count: of.kept_count }),
  ].filter(Boolean);
  return (
    <Text span size="sm">
      {parts.join(' · ')}
    </Text>
  );
}
