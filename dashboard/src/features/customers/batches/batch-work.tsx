import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BatchProgress } from '@/modules/batch-state/batch-progress';
import { useRefreshAfterBatch } from '@/modules/batch-state/use-refresh-after-batch';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { ErrorState } from '@/shared/ui/error-state';
import { BatchNotes } from './batch-notes';
import { useBatchWords } from './batch-words';
import { customerBatches, staleAfterBatch, stopBatch, undoBatch } from './batches.api';
import { useCustomerBatchText } from './i18n';
import { LinkButton } from '@/shared/ui/link-button';

/** A batch that was begun: how far it is while it works, then what came of it, and the way back. */
export function BatchWork({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useCustomerBatchText();
  const words = useBatchWords();
  const [shownId, setShownId] = useState(id);
  const query = useQuery({
    ...customerBatches.findQuery(shownId),
    refetchInterval: (of) => (of.state.data?.status === 'running' ? 800 : false),
  });
  const batch = query.data;
  const isRunning = batch?.status === 'running';
  useRefreshAfterBatch(isRunning, staleAfterBatch);
  const stop = useApiMutation({ run: () => stopBatch(shownId), invalidates: staleAfterBatch });
  const undo = useApiMutation({
    run: () => undoBatch(shownId),
    invalidates: staleAfterBatch,
    done: (begun) => setShownId(begun.id),
  });
  if (query.error && !batch) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!batch) return <Loader size="sm" role="status" aria-label={t('loading')} />;
  return (
    <Stack gap={16}>
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {words.title(batch)}
      </Text>
      {isRunning ? (
        <>
          <BatchProgress of={batch} />
          <Text size="sm" c="dimmed">
            {t('background')}
          </Text>
        </>
      ) : (
        <Text size="sm" role="status">
          {words.result(batch)}
        </Text>
      )}
      {!isRunning && batch.failed_count + batch.kept_count > 0 && <BatchNotes id={batch.id} />}
      <Group justify="flex-end" gap={8}>
        <LinkButton variant="subtle" to="/customers/batches" me="auto">
          {t('log')}
        </LinkButton>
        {isRunning && (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('stop')}
          </Button>
        )}
        {batch.can_undo && (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
            {t(batch.turn === 'undo' ? 'redo' : 'undo')}
          </Button>
        )}
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </Stack>
  );
}
