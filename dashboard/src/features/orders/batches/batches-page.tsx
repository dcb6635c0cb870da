import { Text } from '@mantine/core';
import { BatchListPage } from '@/modules/batch-state/batch-list';
import { useBatchTitle } from './batch-title';
import { orderBatches, type OrderBatch } from './batches.api';
import { useOrderBatchText } from './i18n';

/** OR-01: batches of orders, with their results. */
export function OrderBatchesPage() {
  const t = useOrderBatchText();
  return (
    <BatchListPage<OrderBatch>
      of={orderBatches}
      to="/orders/batches/$id"
      words={{ title: t('title'), subtitle: t('subtitle'), empty: t('empty'), emptyText: t('emptyText') }}
      illustration="bag"
      titleOf={useBatchTitle()}
      over={(row) => t(row.filter ? 'matched' : 'all')}
      result={(row) => <ResultLine of={row} />}
    />
  );
}

/** Text key for the changed orders of a batch, by its action and whether it is an undo. */
export const doneOf = ({ turn, action }: OrderBatch): 'sent' | 'shipped' | 'unshipped' | 'changed' => {
  if (action.kind === 'address_link') return 'sent';
  return action.kind === 'ship' ? (turn === 'undo' ? 'unshipped' : 'shipped') : 'changed';
};

export function ResultLine({ of }: { of: OrderBatch }) {
  const t = useOrderBatchText();
  const parts = [
    t(doneOf(of), { count: of.changed_count }),
    of.failed_count > 0 && t('refused', { count: of.failed_count }),
  ].filter(Boolean);
  return (
    <Text span size="sm">
      {parts.join(' · ')}
    </Text>
  );
}
