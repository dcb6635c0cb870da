import { Box, Button, SegmentedControl, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RowMessages } from '@/modules/file-import/row-messages';
import { DataTable, type Column } from '@/shared/table/data-table';
import { Pager } from '@/shared/table/pager';
import { useList } from '@/shared/table/use-list';
import { formatNumber } from '@/shared/i18n/format';
import { ErrorState } from '@/shared/ui/error-state';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useImportText } from './i18n';
import { rowsQuery, saveFile, failedFile, type ImportRow, type ImportView } from './imports.api';
import { outcomeTones, resultTabs } from './imports.model';
import { rowsList } from './imports.search';
import { useImportKind } from './kind';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/** The result of each row: failed ones first, with row, column and reason. */
export function RowsSection({ of }: { of: ImportView }) {
  const t = useImportText();
  const kind = useImportKind();
  const list = useList(rowsList);
  const tabs = resultTabs(of);
  const outcomeFilter = list.search.outcome;
  const tab = tabs.find((candidate) => candidate === outcomeFilter) ?? tabs[0] ?? 'all';
  const params = { ...list.params };
  delete params['filter[outcome]'];
  if (tab === 'noted') params['filter[is_noted]'] = 'true';
  else if (tab !== 'all') params['filter[outcome]'] = tab;
  const query = useQuery({
    ...rowsQuery(kind, of.id, { ...params }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const [saving, setSaving] = useState(false);
  const page = query.data;
  // No row of this page has a message: the column is left out.
  const isPlain = page?.data.every((row) => row.errors.length + row.notes.length === 0) ?? false;
  return (
    <Section
      title={t('rows.title')}
      actions={
        of.failed_count > 0 && (
          <Button
            variant="default"
            size="xs"
            loading={saving}
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => {
              setSaving(true);
              saveFile(failedFile(kind, of.id))
                // The failure was shown already.
                .catch(() => undefined)
                .finally(() => setSaving(false));
            }}
          >
            {t('failedFile')}
          </Button>
        )
      }
    >
      {tabs.length > 1 && (
        <SegmentedControl
          size="xs"
          mb={14}
          aria-label={t('rows.show')}
          value={tab}
          onChange={(value) => list.set({ outcome: value === tabs[0] ? undefined : value }, { replace: true })}
          data={tabs.map((value) => ({
            value,
            label:
              value === 'all'
                ? t('rows.all')
                : t(`rows.${value}`, {
                    number: formatNumber(
                      value === 'failed' ? of.failed_count : value === 'kept' ? of.kept_count : of.noted_count,
                    ),
                  }),
          }))}
        />
      )}
      {query.error && !page ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : page && page.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('rows.none')}
        </Text>
      ) : (
        <>
          {/* The table extends to the edges of its card. */}
          <Box mx={{ base: -16, sm: -20 }} mb={{ base: -16, sm: -20 }}>
            <DataTable<ImportRow>
              label={t('rows.title')}
              columns={isPlain ? columns.filter((column) => column.key !== 'reason') : columns}
              rows={page?.data ?? []}
              rowId={(row) => String(row.position)}
              loadingRows={page ? undefined : 5}
            />
            {page && page.meta.last_page > 1 && <Pager list={list} meta={page.meta} />}
          </Box>
        </>
      )}
    </Section>
  );
}

function useColumns(): Column<ImportRow>[] {
  const t = useImportText();
  const { names } = useImportKind();
  const about = (row: ImportRow) => (row.outcome === 'undone' ? null : (row.product_id ?? row.customer_id));
  return [
    {
      key: 'record',
      header: t('rows.record'),
      width: 90,
      cell: (row) => (
        <Text span size="sm" c="dimmed" className="num">
          {formatNumber(row.record)}
        </Text>
      ),
    },
    {
      key: 'product',
      header: t('rows.product'),
      card: 'title',
      cell: (row) => {
        const id = about(row);
        return id ? (
          <LinkAnchor to={names.one} params={{ id }} size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{row.label}</bdi>
          </LinkAnchor>
        ) : (
          <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{row.label}</bdi>
          </Text>
        );
      },
    },
    {
      key: 'outcome',
      header: t('rows.outcome'),
      card: 'end',
      cell: (row) => <StatusBadge tone={outcomeTones[row.outcome]}>{t(`outcome.${row.outcome}`)}</StatusBadge>,
    },
    {
      key: 'reason',
      header: t('rows.reason'),
      card: 'meta',
      width: '48%',
      cell: (row) => <RowMessages row={row.record} errors={row.errors} notes={row.notes} />,
    },
  ];
}
