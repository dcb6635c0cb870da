import { ScrollArea, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { batchNotesQuery } from './batches.api';
import { useCustomerBatchText } from './i18n';
import classes from './batches.module.css';

/** Who stayed as they were, and why. */
export function BatchNotes({ id }: { id: string }) {
  const t = useCustomerBatchText();
  const notes = useQuery(batchNotesQuery(id)).data ?? [];
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
