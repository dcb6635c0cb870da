import { Box, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ImportView } from '@/modules/file-import/file-import.model';
import { RowMessages } from '@/modules/file-import/row-messages';
import { saveFile } from '@/shared/api/save-file';
import { formatNumber } from '@/shared/i18n/format';
import { DataTable } from '@/shared/table/data-table';
import { ErrorState } from '@/shared/ui/error-state';
import { Section } from '@/shared/ui/page';
import { unreadFile, unreadQuery } from './courier-cash.api';
import { useCashText } from './i18n';

/** Rows of the file that cannot be read, or were refused, each with its reason. */
export function UnreadSection({ of }: { of: ImportView }) {
  const t = useCashText();
  const query = useQuery(unreadQuery(of.id));
  const save = useMutation({ mutationFn: () => saveFile(unreadFile(of.id)) });
  return (
    <Section
      title={t('unread.title', { count: of.failed_count })}
      text={t(of.can_retry ? 'unread.after' : 'unread.text')}
      actions={
        <Button
          variant="default"
          size="xs"
          loading={save.isPending}
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => save.mutate()}
        >
          {t('unread.download')}
        </Button>
      }
    >
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Box mx={{ base: -16, sm: -20 }} mb={{ base: -16, sm: -20 }}>
          <DataTable
            label={t('unread.title', { count: of.failed_count })}
            columns={[
              {
                key: 'row',
                header: t('unread.row'),
                width: 90,
                cell: (row) => <span className="num">{formatNumber(row.record)}</span>,
              },
              {
                key: 'mark',
                header: t('unread.mark'),
                card: 'title',
                cell: (row) => <bdi style={{ overflowWrap: 'anywhere' }}>{row.label || '—'}</bdi>,
              },
              {
                key: 'reason',
                header: t('unread.reason'),
                card: 'meta',
                width: '56%',
                cell: (row) => <RowMessages row={row.record} errors={row.errors} notes={row.notes} />,
              },
            ]}
            rows={query.data?.data ?? []}
            rowId={(row) => String(row.position)}
            loadingRows={query.data ? undefined : 3}
          />
        </Box>
      )}
    </Section>
  );
}
