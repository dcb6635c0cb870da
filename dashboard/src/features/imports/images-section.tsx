import { Anchor, Box, Button, SegmentedControl, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatDate, formatNumber } from '@/shared/i18n/format';
import { textOf } from '@/shared/i18n/texts';
import { useLanguage } from '@/shared/i18n/language';
import { useCan } from '@/shared/session/session';
import { DataTable, type Column } from '@/shared/table/data-table';
import { ErrorState } from '@/shared/ui/error-state';
import { Section } from '@/shared/ui/page';
import { useImportText } from './i18n';
import { imagesQuery, retryImages, type ImportImage, type ImportView } from './imports.api';
import { useImportKind } from './kind';
import { LinkAnchor } from '@/shared/ui/link-anchor';

type Tab = 'failed' | 'waiting';

/** Images of the file that are not fetched: the reason, and when they are retried. */
export function ImagesSection({ of }: { of: ImportView }) {
  const t = useImportText();
  const kind = useImportKind();
  const client = useQueryClient();
  const mayUpdate = useCan('update', kind.subject);
  const [chosen, setChosen] = useState<Tab>('failed');
  const tabs: Tab[] = [
    ...(of.images_failed > 0 ? (['failed'] as const) : []),
    ...(of.images_waiting > 0 ? (['waiting'] as const) : []),
  ];
  const tab = tabs.includes(chosen) ? chosen : (tabs[0] ?? 'failed');
  const query = useQuery({
    ...imagesQuery(of, { 'filter[status]': tab, per_page: 50 }),
    placeholderData: keepPreviousData,
  });
  const retry = useApiMutation({
    run: async () => {
      client.setQueryData(kind.imports.findQuery(of.id).queryKey, await retryImages(of.id));
    },
    invalidates: [[...kind.imports.key, 'one', of.id]],
  });
  const columns = useColumns();
  const page = query.data;
  return (
    <Section
      title={t('images.title')}
      actions={
        of.images_failed > 0 &&
        mayUpdate && (
          <Button
            variant="default"
            size="xs"
            loading={retry.isPending}
            leftSection={<IconRefresh size={15} aria-hidden />}
            onClick={() => retry.mutate()}
          >
            {t('images.retry')}
          </Button>
        )
      }
    >
      {tabs.length > 1 && (
        <SegmentedControl
          size="xs"
          mb={14}
          aria-label={t('images.show')}
          value={tab}
          onChange={(value) => setChosen(value as Tab)}
          data={tabs.map((value) => ({
            value,
            label: t(`images.tab.${value}`, {
              number: formatNumber(value === 'failed' ? of.images_failed : of.images_waiting),
            }),
          }))}
        />
      )}
      {query.error && !page ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : page && page.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('images.none')}
        </Text>
      ) : (
        <Box mx={{ base: -16, sm: -20 }} mb={{ base: -16, sm: -20 }}>
          <DataTable<ImportImage>
            label={t('images.title')}
            columns={columns}
            rows={page?.data ?? []}
            rowId={(row) => `${row.product_id} ${row.url}`}
            loadingRows={page ? undefined : 3}
          />
        </Box>
      )}
    </Section>
  );
}

function useColumns(): Column<ImportImage>[] {
  const t = useImportText();
  const { names } = useImportKind();
  const { language } = useLanguage();
  return [
    {
      key: 'product',
      header: t('rows.product'),
      card: 'title',
      cell: (row) => (
        <LinkAnchor
          to={names.one}
          params={{ id: row.product_id }}
          size="sm"
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
        >
          <bdi>{textOf(row.product, language)}</bdi>
        </LinkAnchor>
      ),
    },
    {
      key: 'url',
      header: t('images.url'),
      card: 'meta',
      width: '36%',
      cell: (row) => (
        <Anchor href={row.url} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
          <bdi dir="ltr">{row.url}</bdi>
        </Anchor>
      ),
    },
    {
      key: 'reason',
      header: t('images.reason'),
      card: 'meta',
      cell: (row) => (
        <Text span size="sm">
          {row.reason ?? t('images.notTried')}
        </Text>
      ),
    },
    {
      key: 'next',
      header: t('images.next'),
      card: 'meta',
      cell: (row) => (
        <Text span size="sm" c="dimmed">
          {row.try_at === null || row.try_at === undefined
            ? t('images.never')
            : Date.parse(row.try_at) <= Date.now()
              ? t('images.soon')
              : formatDate(row.try_at, 'short', language)}
        </Text>
      ),
    },
  ];
}
