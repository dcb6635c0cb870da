import { Box, Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { DataTable } from '@/shared/table/data-table';
import { Pager } from '@/shared/table/pager';
import { useList } from '@/shared/table/use-list';
import { ErrorState } from '@/shared/ui/error-state';
import { Section } from '@/shared/ui/page';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { linesQuery, type Settlement, type SettlementLine } from './courier-cash.api';
import { verdicts } from './courier-cash.model';
import { settlementRows } from './courier-cash.search';
import { useCashText } from './i18n';
import { useLineColumns } from './line-columns';
import { VerdictList } from './verdict-list';

/** The verdicts, and the rows of the chosen one; `between` stands between them where the page is one column. */
export function RowsSection({ of, between }: { of: Settlement; between?: ReactNode }) {
  const t = useCashText();
  const list = useList(settlementRows);
  const chosen = verdicts.find((verdict) => verdict === list.search.verdict);
  const params = { ...list.params };
  if (!chosen) delete params['filter[verdict]'];
  const query = useQuery({ ...linesQuery(of.id, params), placeholderData: keepPreviousData });
  const columns = useLineColumns(of.currency);
  const page = query.data;
  const place = useRef<HTMLDivElement>(null);
  const phone = usePhoneScreen();
  const choose = (verdict: string | undefined) => {
    list.set({ verdict }, { replace: true });
    // In one column the rows are out of sight.
    if (phone && verdict) place.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      <Section title={t('verdicts.title')} text={t('verdicts.text')}>
        <Box mx={{ base: -16, sm: -20 }} mb={{ base: -16, sm: -20 }}>
          <VerdictList of={of} chosen={chosen} onChoose={choose} />
        </Box>
      </Section>
      {between}
      <Box ref={place} style={{ scrollMarginBlockStart: 72 }}>
        <Section
          title={chosen ? t('rows.of', { verdict: t(`v.${chosen}`) }) : t('rows.label')}
          actions={
            chosen && (
              <Button variant="default" size="xs" onClick={() => choose(undefined)}>
                {t('verdicts.all')}
              </Button>
            )
          }
        >
          {query.error && !page ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : page && page.data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('rows.none')}
            </Text>
          ) : (
            <Box mx={{ base: -16, sm: -20 }} mb={{ base: -16, sm: -20 }}>
              <DataTable<SettlementLine>
                label={t('rows.label')}
                columns={columns}
                rows={page?.data ?? []}
                rowId={(row) => String(row.position)}
                loadingRows={page ? undefined : 5}
              />
              {page && page.meta.last_page > 1 && <Pager list={list} meta={page.meta} />}
            </Box>
          )}
        </Section>
      </Box>
    </>
  );
}
