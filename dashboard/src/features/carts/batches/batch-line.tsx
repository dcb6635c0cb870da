import { Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BatchBadge } from '@/modules/batch-state/batch-badge';
import { BatchProgress } from '@/modules/batch-state/batch-progress';
import { useRefreshAfterBatch } from '@/modules/batch-state/use-refresh-after-batch';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useCan } from '@/shared/session/session';
import { Time } from '@/shared/ui/time';
import { useCartText } from '../i18n';
import { batchNotesQuery, staleAfterBatch, stopBatch, type CartBatch } from './batches.api';
import classes from './batches.module.css';

/** A batch of reminders: its progress and cancellation, then its result and the skipped carts. */
export function CartBatchLine({ batch }: { batch: CartBatch }) {
  const t = useCartText();
  const mayUpdate = useCan('update', 'Cart');
  const isRunning = batch.status === 'running';
  useRefreshAfterBatch(isRunning, staleAfterBatch);
  const stop = useApiMutation({ run: () => stopBatch(batch.id), invalidates: staleAfterBatch });
  const result = [
    t('batch.sent', { count: batch.changed_count }),
    batch.failed_count > 0 && t('batch.skipped', { count: batch.failed_count }),
  ];
  return (
    <Stack gap={10}>
      <Group justify="space-between" gap={8}>
        <div>
          <Text size="sm" fw={500}>
            {t('batch.title', { channel: t(`channel.${batch.channel}`) })}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            <bdi>{batch.actor}</bdi> · <Time value={batch.created_at} />
            {!isRunning && ` · ${result.filter(Boolean).join(' · ')}`}
          </Text>
        </div>
        <Group gap={10}>
          <BatchBadge of={batch} />
          {mayUpdate && isRunning && (
            <Button variant="default" size="compact-sm" loading={stop.isPending} onClick={() => stop.mutate()}>
              {t('batch.stop')}
            </Button>
          )}
        </Group>
      </Group>
      {isRunning && <BatchProgress of={batch} />}
      {!isRunning && batch.failed_count > 0 && <Notes id={batch.id} />}
    </Stack>
  );
}

/** The skipped carts with their reasons; fetched on demand. */
function Notes({ id }: { id: string }) {
  const t = useCartText();
  const notes = useQuery(batchNotesQuery(id)).data ?? [];
  if (notes.length === 0) return null;
  return (
    <details>
      <summary className={classes.summary}>{t('batch.notes')}</summary>
      <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('batch.notes') }}>
        <ul className={classes.notes}>
          {notes.map((note) => (
            <li key={note.cart_id}>
              <bdi>{note.name || t('unknown')}</bdi>: {note.message}
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
    </details>
  );
}
