import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BatchBadge } from '@/modules/batch-state/batch-badge';
import { BatchProgress } from '@/modules/batch-state/batch-progress';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { DetailSkeleton } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import { useDelayed } from '@/shared/ui/use-delayed';
import { BatchNotes } from './batch-notes';
import { useBatchWords } from './batch-words';
import { batchesQuery, staleAfterBatch, stopBatch, undoBatch, type CustomerBatch } from './batches.api';
import classes from './batches.module.css';
import { useCustomerBatchText } from './i18n';

/** CU-01: what was done to all customers that matched, each with its way back. */
export function CustomerBatchesPage() {
  const t = useCustomerBatchText();
  const query = useQuery({
    ...batchesQuery,
    refetchInterval: (of) => (of.state.data?.some((batch) => batch.status === 'running') ? 1000 : false),
  });
  const late = useDelayed(query.isPending);
  const all = query.data;
  return (
    <>
      {query.error && !all && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {late && <DetailSkeleton />}
      {all?.length === 0 && (
        <Card padding={0}>
          <EmptyState illustration="people" title={t('empty')} text={t('emptyText')} />
        </Card>
      )}
      {all && all.length > 0 && (
        <Card padding={0}>
          <Text size="sm" c="dimmed" className={classes.line}>
            {t('subtitle')}
          </Text>
          <ul className={classes.list} aria-label={t('title')}>
            {all.map((batch) => (
              <BatchLine key={batch.id} batch={batch} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function BatchLine({ batch }: { batch: CustomerBatch }) {
  const t = useCustomerBatchText();
  const words = useBatchWords();
  const mayUpdate = useCan('update', 'Customer');
  const undo = useApiMutation({ run: () => undoBatch(batch.id), invalidates: staleAfterBatch });
  const direction = batch.turn === 'undo' ? 'redo' : 'undo';
  const askToUndo = async () => {
    const text = t(`${direction}Text`, { count: batch.undoable_count });
    if (await confirm({ title: t(`${direction}Ask`), text, confirm: t(direction) })) undo.mutate();
  };
  const stop = useApiMutation({ run: () => stopBatch(batch.id), invalidates: staleAfterBatch });
  return (
    <li className={classes.line}>
      <div className={classes.head}>
        <div className={classes.what}>
          <Text size="sm" fw={500}>
            {words.title(batch)}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            <bdi>{batch.actor}</bdi> · <Time value={batch.created_at} /> · {words.result(batch)}
          </Text>
        </div>
        <Group gap={10}>
          <BatchBadge of={batch} />
          {mayUpdate && batch.status === 'running' && (
            <Button variant="default" size="compact-sm" loading={stop.isPending} onClick={() => stop.mutate()}>
              {t('stop')}
            </Button>
          )}
          {mayUpdate && batch.can_undo && (
            <Button variant="default" size="compact-sm" loading={undo.isPending} onClick={() => void askToUndo()}>
              {t(direction)}
            </Button>
          )}
        </Group>
      </div>
      {(batch.status === 'running' || batch.failed_count + batch.kept_count > 0) && (
        <Stack gap={8} mt={10}>
          {batch.status === 'running' ? <BatchProgress of={batch} /> : <BatchNotes id={batch.id} />}
        </Stack>
      )}
    </li>
  );
}
