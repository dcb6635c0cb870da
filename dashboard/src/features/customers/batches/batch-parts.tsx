import { Progress, ScrollArea, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '@/shared/i18n/format';
import { batchNotesQuery, type CustomerBatch } from './batches.api';
import { useCustomerBatchText } from './i18n';
import classes from './batches.module.css';

/** How far a batch at work is. */
export function BatchProgress({ of }: { of: CustomerBatch }) {
  const t = useCustomerBatchText();
  return (
    <div>
      <Progress.Root size="lg">
        <Progress.Section
          value={of.total > 0 ? Math.min(100, (100 * of.done) / of.total) : 0}
          aria-label={t('running')}
        />
      </Progress.Root>
      <Text size="sm" c="dimmed" mt={6} role="status">
        {t('progress', { done: formatNumber(of.done), total: formatNumber(of.total) })}
      </Text>
    </div>
  );
}

/** Who stayed as they were, and why. */
export function BatchNotes({ id }: { id: string }) {
  const t = useCustomerBatchText();
  const notes = useQuery(batchNotesQuery(id)).data?.data ?? [];
  if (notes.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('notes')}
      </Text>
      <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('notes') }}>
        <ul className={classes.notes}>
          {notes.map((note) => (
            <li key={note.customer_id}>
              <bdi>{note.name || note.customer_id}</bdi>: {note.message}
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
    </div>
  );
}
