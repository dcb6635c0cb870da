import { Button, Group, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { MentionText } from '@/modules/mentions/mention-text';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import type { Schema } from '@/shared/api/wire-schema';
import type { Column } from '@/shared/table/data-table';
import { ListPage } from '@/shared/table/list-page';
import { ago } from '@/shared/table/live';
import { useList } from '@/shared/table/use-list';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useMentionsText } from './i18n';
import { mentionsList } from './mentions.model';
import classes from './mentions.module.css';

type Mention = Schema<'MentionView'>;

const mentions = resource('mentions');

/** OR-07: the user's mentions, newest first; a row leads to the order, where it is marked as read. */
export function MentionsPage() {
  const t = useMentionsText();
  const list = useList(mentionsList);
  // The page's rows, from the cache entry of the list.
  const some = (useQuery(mentions.indexQuery(list.params)).data?.meta.total ?? 0) > 0;
  const readAll = useApiMutation({
    run: () => api.post('/mentions/read'),
    invalidates: [mentions.key, ['sync']],
  });
  const columns: Column<Mention>[] = [
    {
      key: 'comment',
      header: t('col.comment'),
      card: 'title',
      cell: (row) => (
        <Group gap={10} wrap="nowrap" align="flex-start">
          <Text span size="sm" fw={row.read_at ? 400 : 600} className={classes.text} dir="auto">
            <MentionText text={row.note} people={row.mentions} />
          </Text>
          {!row.read_at && <StatusBadge tone="blue">{t('new')}</StatusBadge>}
        </Group>
      ),
    },
    {
      key: 'order',
      header: t('col.order'),
      card: 'meta',
      cell: (row) => <span className="num">#{row.order.number}</span>,
    },
    { key: 'who', header: t('col.who'), card: 'meta', cell: (row) => <bdi>{row.author}</bdi> },
    { key: 'when', header: t('col.when'), card: 'end', cell: (row) => ago(row.at) },
  ];
  return (
    <ListPage<Mention>
      title={t('title')}
      isTab
      filters={
        some && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconChecks size={16} aria-hidden />}
            loading={readAll.isPending}
            onClick={() => readAll.mutate()}
          >
            {t('allRead')}
          </Button>
        )
      }
      list={list}
      query={mentions.indexQuery(list.params)}
      columns={columns}
      rowName={(row) => `#${row.order.number}`}
      rowLink={(row) => ({ to: '/orders/view/$id', params: { id: row.order.id } })}
      empty={{ title: t('empty'), text: t('emptyText'), illustration: 'people' }}
    />
  );
}
