import { Group, Text } from '@mantine/core';
import { isBusy } from '@/modules/file-import/file-import.model';
import { useCan } from '@/shared/session/session';
import type { Column } from '@/shared/table/data-table';
import { ListPage } from '@/shared/table/list-page';
import { ago, refetchWhile } from '@/shared/table/live';
import { useList } from '@/shared/table/use-list';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useImportText } from './i18n';
import { ImportUpload } from './import-upload';
import type { ImportView } from './imports.api';
import { statusTones, wroteNothing } from './imports.model';
import { importsList } from './imports.search';
import { useImportKind } from './kind';

/** PR-09: upload of a product file, and the earlier imports. */
export function ImportsPage() {
  const t = useImportText();
  const list = useList(importsList);
  const kind = useImportKind();
  const mayCreate = useCan('create', kind.subject);
  const columns: Column<ImportView>[] = [
    {
      key: 'file',
      header: t('col.file'),
      card: 'title',
      cell: (row) => (
        <div>
          <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{row.file_name}</bdi>
          </Text>
          <Text size="xs" c="dimmed" fw={400}>
            <FileLine of={row} />
          </Text>
        </div>
      ),
    },
    {
      key: 'status',
      header: t('col.status'),
      card: 'end',
      cell: (row) =>
        wroteNothing(row) ? (
          <StatusBadge tone="gray">{t('done.nothing')}</StatusBadge>
        ) : (
          <StatusBadge tone={statusTones[row.status]}>{t(`status.${row.status}`)}</StatusBadge>
        ),
    },
    { key: 'result', header: t('col.result'), card: 'meta', cell: (row) => <ResultLine row={row} /> },
    {
      key: 'date',
      header: t('col.date'),
      card: 'meta',
      cell: (row) => ago(row.created_at),
    },
  ];
  return (
    <ListPage<ImportView>
      title={t('title')}
      subtitle={t('subtitle')}
      back={kind.name === 'customer' ? { to: '/customers/list' } : undefined}
      list={list}
      query={{
        ...kind.imports.indexQuery(list.params),
        refetchInterval: refetchWhile<ImportView>((row) => isBusy(row.status)),
      }}
      columns={columns}
      rowName={(row) => row.file_name}
      rowLink={(row) => ({ to: kind.page, params: { id: row.id } })}
      before={mayCreate && <ImportUpload />}
      empty={{ title: t('empty'), text: t('emptyText'), illustration: 'box' }}
    />
  );
}

/** A format unknown to this version is shown as a sheet. */
function formatKey(format: string) {
  const key = `format.${format}`;
  return useImportText.has(key) ? key : 'format.unknown';
}

/** Format and size of a file; isolated from the name, since a Latin name would pull the number to its side. */
export function FileLine({ of }: { of: ImportView }) {
  const t = useImportText();
  return (
    <>
      <bdi>{t(formatKey(of.format))}</bdi> · <bdi>{t('records', { count: of.records })}</bdi>
    </>
  );
}

function ResultLine({ row }: { row: ImportView }) {
  const t = useImportText();
  const hasResult = row.status === 'done' || row.status === 'running' || row.status === 'failed';
  const parts = hasResult
    ? [
        row.created_count > 0 && t('created', { count: row.created_count }),
        row.updated_count > 0 && t('updated', { count: row.updated_count }),
        row.failed_count > 0 && t('failedCount', { count: row.failed_count }),
      ].filter(Boolean)
    : [];
  return (
    <Group gap={6}>
      <Text span size="sm">
        {parts.length > 0 ? parts.join(' · ') : '—'}
      </Text>
    </Group>
  );
}
