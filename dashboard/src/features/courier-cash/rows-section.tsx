import { Box, Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTable } from '@/shared/table/data-table';
import { Pager } from '@/shared/table/pager';
import { useList } from '@/shared/table/use-list';
import { ErrorState } from '@/shared/ui/error-state';
import { Section } from '@/shared/ui/page';
import { linesQuery, type Settlement, type SettlementLine } from './courier-cash.api';
import { verdicts } from './courier-cash.model';
import { settlementRows } from './courier-cash.search';
import { useCashText } from './i18n';
import { useLineColumns } from './line-columns';
import { VerdictList } from './verdict-list';

/** The verdicts, and the rows of the chosen one. */
export function RowsSection({ of }: { of: Settlement }) {
  const t = useCashText();
  const list = useList(settlementRows);
  const chosen = verdicts.find((verdict) => verdict === list.search.verdict);
  const params = { ...list.params };
  if (!chosen) delete params['filter[verdict]'];
  const query = useQuery({ ...linesQuery(of.id, params), placeholderData: keepPreviousData });
  const columns = useLineColumns(of.currency);
  const page = query.data;
  const choose = (verdict: string | undefined) => list.set({ verdict }, { replace: true });
  return (
    <Section
      title={t('verdicts.title')}
      actions={
        chosen && (
          <Button variant="subtle" size="xs" onClick={() => choose(undefined)}>
            {t('verdicts.all')}
          </Button>
        )
      }
    >
      <Box mx={{ base: -16, sm: -20 }} mb={{ base: -16, sm: -20 }}>
        <VerdictList of={of} chosen={chosen} onChoose={choose} />
        <Box style={{ borderBlockStart: '1px solid var(--line)' }}>
          {query.error && !page ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : page && page.data.length === 0 ? (
            <Text size="sm" c="dimmed" p={20}>
              {t('rows.none')}
            </Text>
          ) : (
            <>
              <DataTable<SettlementLine>
                label={t('rows.label')}
                columns={columns}
                rows={page?.data ?? []}
                rowId={(row) => String(row.position)}
                loadingRows={page ? undefined : 5}
              />
              {page && page.meta.last_page > 1 && <Pager list={list} meta={page.meta} />}
            </>
          )}
        </Box>
      </Box>
    </Section>
  );
}
