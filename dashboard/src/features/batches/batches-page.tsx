import { Text } from '@mantine/core';
import { BatchListPage } from '@/modules/batch-state/batch-list';
import { batches, type BatchView } from '@/modules/batches/batches.api';
import { useBatchTitle } from './batch-title';
import { useBatchesText } from './i18n';

/** Bulk edits, sheets, imports and deletes of products, each of which can be undone for 30 days. */
export function BatchesPage() {
  const t = useBatchesText();
  return (
    <BatchListPage<BatchView>
      of={batches}
      to="/products/batches/$id"
      words={{ title: t('title'), subtitle: t('subtitle'), empty: t('empty'), emptyText: t('emptyText') }}
      illustration="box"
      titleOf={useBatchTitle()}
      over={(row) => (row.filter === null ? null : t('overFilter'))}
      result={(row) => <ResultLine of={row} />}
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
