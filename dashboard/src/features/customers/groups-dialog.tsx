import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { confirm } from '@/shared/ui/confirm';
import { createGroup, deleteGroup, groupsQuery, renameGroup, staleAfterChange } from './customers.api';
import classes from './customers.module.css';
import { useGroupText } from './groups/i18n';

/** The groups that the merchant sorts customers into: made, renamed, deleted. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const t = useGroupText();
  const s = useShared();
  const groups = useQuery(groupsQuery).data;
  const [name, setName] = useState('');
  const [editing, setEditing] = useState<{ id: string; name: string } | null>(null);
  const add = useApiMutation({ run: createGroup, invalidates: staleAfterChange });
  const rename = useApiMutation({
    run: (group: { id: string; name: string }) => renameGroup(group.id, group.name),
    invalidates: staleAfterChange,
  });
  const remove = useApiMutation({ run: deleteGroup, invalidates: staleAfterChange });
  return (
    <Dialog title={t('groups.manage')} size={440} onClose={onClose}>
      <Stack gap={16}>
        {groups?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('groups.empty')}
          </Text>
        )}
        {groups && groups.length > 0 && (
          <ul className={classes.rows}>
            {groups.map((group) => (
              <li key={group.id} className={classes.row}>
                {editing?.id === group.id ? (
                  <form
                    style={{ display: 'flex', gap: 8, flex: 1 }}
                    onSubmit={(event) => {
                      event.preventDefault();
                      if (editing.name.trim()) rename.mutate(editing, { onSuccess: () => setEditing(null) });
                    }}
                  >
                    <TextInput
                      aria-label={t('groups.name')}
                      maxLength={60}
                      style={{ flex: 1 }}
                      autoFocus
                      value={editing.name}
                      onChange={(event) => setEditing({ id: group.id, name: event.currentTarget.value })}
                    />
                    <Button type="submit" loading={rename.isPending}>
                      {s('save')}
                    </Button>
                  </form>
                ) : (
                  <>
                    <div>
                      <Text size="sm" fw={500} component="div">
                        <bdi>{group.name}</bdi>
                      </Text>
                      <Text size="xs" c="dimmed">
                        {t('groups.members', { count: group.customers_count })}
                      </Text>
                    </div>
                    <Group gap={2} wrap="nowrap">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('groups.rename', { name: group.name })}
                        onClick={() => setEditing(group)}
                      >
                        <IconPencil size={16} />
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('groups.delete', { name: group.name })}
                        onClick={async () => {
                          const title = t('groups.deleteAsk', { name: `\u2068${group.name}\u2069` });
                          if (
                            await confirm({ title, text: t('groups.deleteText'), confirm: s('delete'), danger: true })
                          )
                            remove.mutate(group.id);
                        }}
                      >
                        <IconTrash size={16} />
                      </ActionIcon>
                    </Group>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        <form
          style={{ display: 'flex', gap: 8, alignItems: 'flex-end' }}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) add.mutate(name.trim(), { onSuccess: () => setName('') });
          }}
        >
          <TextInput
            label={t('groups.new')}
            maxLength={60}
            style={{ flex: 1 }}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!name.trim()} loading={add.isPending}>
            {s('add')}
          </Button>
        </form>
      </Stack>
    </Dialog>
  );
}
