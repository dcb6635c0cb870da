import { ActionIcon, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CommentForm } from '@/modules/activity-log/activity-log';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { Section } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import { addNote, notesOfQuery, removeNote, staleAfterChange } from './customers.api';
import classes from './customers.module.css';
import { useCustomerText } from './i18n';

/** What the staff wrote about the customer, for themselves. */
export function CustomerNotes({ id }: { id: string }) {
  const t = useCustomerText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Customer');
  const notes = useQuery(notesOfQuery(id)).data;
  const add = useApiMutation({
    run: (text: string) => addNote(id, text),
    invalidates: staleAfterChange,
  });
  const remove = useApiMutation({ run: (note: string) => removeNote(id, note), invalidates: staleAfterChange });
  return (
    <Section title={t('notes')} text={t('notesText')}>
      {mayUpdate && <CommentForm onSend={(text) => add.mutateAsync(text)} />}
      {notes && notes.length > 0 && (
        <ul className={classes.rows} style={{ marginBlockStart: mayUpdate ? 12 : 0 }}>
          {notes.map((note) => (
            <li key={note.id} className={classes.note}>
              <Text size="sm" component="div" dir="auto" className={classes.words}>
                {note.text}
              </Text>
              <Group justify="space-between" gap={8} wrap="nowrap" mt={4}>
                <Text size="xs" c="dimmed" component="div">
                  <bdi>{note.author}</bdi> · <Time value={note.created_at} relative />
                </Text>
                {mayUpdate && (
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    aria-label={t('note.remove', { name: note.author })}
                    onClick={async () => {
                      if (await confirm({ title: t('note.removeAsk'), confirm: s('delete'), danger: true }))
                        remove.mutate(note.id);
                    }}
                  >
                    <IconTrash size={15} />
                  </ActionIcon>
                )}
              </Group>
            </li>
          ))}
        </ul>
      )}
      {notes?.length === 0 && !mayUpdate && (
        <Text size="sm" c="dimmed">
          {t('noNotes')}
        </Text>
      )}
    </Section>
  );
}
