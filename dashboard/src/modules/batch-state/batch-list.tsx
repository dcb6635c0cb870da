import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListQuery } from '@/shared/api/params';
import type { PageQuery } from '@/shared/api/query';
import type { Column } from '@/shared/table/data-table';
import { ListPage } from '@/shared/table/list-page';
import { ago, refetchWhile } from '@/shared/table/live';
import { useList } from '@/shared/table/use-list';
import type { IllustrationName } from '@/shared/ui/illustrations';
import { BatchBadge } from './batch-badge';
import { batchList, type AnyBatch, type BatchLog } from './batch-state';
import { useBatchStateText } from './i18n';

/** The log of an area's batches, each with a page of its own; a tab of the activity. */
export function BatchListPage<Row extends AnyBatch>(props: {
  of: { indexQuery: (query: ListQuery) => PageQuery<Row> };
  to: `${BatchLog}/$id`;
  words: Record<'title' | 'subtitle' | 'empty' | 'emptyText', string>;
  illustration: IllustrationName;
  /** The batch's action. */
  titleOf: (row: Row) => string;
  /** The batch's scope, where it is shown. */
  over: (row: Row) => string | null;
  result: (row: Row) => ReactNode;
}) {
  const t = useBatchStateText();
  const list = useList(batchList);
  const columns: Column<Row>[] = [
    {
      key: 'what',
      header: t('col.what'),
      card: 'title',
      cell: (row) => (
        <div>
          <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {props.titleOf(row)}
          </Text>
          <Text size="xs" c="dimmed" fw={400}>
            {props.over(row)}
          </Text>
        </div>
      ),
    },
    { key: 'result', header: t('col.result'), card: 'meta', cell: props.result },
    { key: 'who', header: t('col.who'), card: 'meta', cell: (row) => <bdi>{row.actor || t('system')}</bdi> },
    { key: 'status', header: t('col.status'), card: 'end', cell: (row) => <BatchBadge of={row} /> },
    { key: 'when', header: t('col.when'), card: 'meta', cell: (row) => ago(row.created_at) },
  ];
  return (
    <ListPage<Row>
      title={props.words.title}
      isTab
      filters={
        <Text size="sm" c="dimmed">
          {props.words.subtitle}
        </Text>
      }
      list={list}
      query={{
        ...props.of.indexQuery(list.params),
        refetchInterval: refetchWhile<Row>((row) => row.status === 'running'),
      }}
      columns={columns}
      rowName={props.titleOf}
      rowLink={(row) => ({ to: props.to, params: { id: row.id } })}
      empty={{ title: props.words.empty, text: props.words.emptyText, illustration: props.illustration }}
    />
  );
}
