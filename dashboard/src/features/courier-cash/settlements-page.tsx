import { Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/language';
import type { Column } from '@/shared/table/data-table';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { Money } from '@/shared/ui/money';
import { PageHeader } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { CashTabs } from './cash-tabs';
import { settlements, type SettlementRow } from './courier-cash.api';
import { stateTones } from './courier-cash.model';
import { settlementsList } from './courier-cash.search';
import { dayText } from './day-text';
import { useCashText } from './i18n';
import { ImportButton } from './import-button';

const linkOf = (row: SettlementRow) => ({ to: '/courier-cash/settlements/$id', params: { id: row.id } }) as const;

/** OR-06: the settlements of courier cash, the newest first. */
export function SettlementsPage() {
  const t = useCashText();
  const list = useList(settlementsList);
  const columns = useColumns();
  const tabs = [
    { value: '', label: t('all') },
    ...(['draft', 'posted', 'undone'] as const).map((value) => ({ value, label: t(`state.${value}`) })),
  ];
  return (
    <>
      <PageHeader title={t('title')} actions={<ImportButton />} />
      <CashTabs />
      <ListPage<SettlementRow>
        isTab
        title={t('tab.settlements')}
        list={list}
        query={settlements.indexQuery(list.params)}
        columns={columns}
        rowName={(row) => row.courier}
        rowLink={linkOf}
        tabs={{ filter: 'state', items: tabs }}
        empty={{
          title: t('settlements.empty'),
          text: t('settlements.emptyText'),
          illustration: 'box',
          action: <ImportButton />,
        }}
      />
    </>
  );
}

function useColumns(): Column<SettlementRow>[] {
  const t = useCashText();
  const { language } = useLanguage();
  return [
    {
      key: 'settlement',
      header: t('col.settlement'),
      card: 'title',
      cell: (row) => (
        <div>
          <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{row.courier}</bdi>
          </Text>
          <Text size="xs" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{row.reference || row.file_name}</bdi>
          </Text>
        </div>
      ),
    },
    { key: 'day', header: t('col.day'), cell: (row) => dayText(row.remitted_on, language) },
    { key: 'total', header: t('col.total'), align: 'number', cell: (row) => <Money amount={row.total} /> },
    {
      key: 'state',
      header: t('col.state'),
      card: 'end',
      cell: (row) => <StatusBadge tone={stateTones[row.state]}>{t(`state.${row.state}`)}</StatusBadge>,
    },
    {
      key: 'posted',
      header: t('col.posted'),
      cell: (row) => (
        <div>
          <Time value={row.posted_at} />
          {row.posted_by && (
            <Text size="xs" c="dimmed">
              <bdi>{row.posted_by}</bdi>
            </Text>
          )}
        </div>
      ),
    },
  ];
}
