import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useExport } from '@/modules/export/use-export';
import { ListFilter } from '@/shared/table/filters';
import { FoldedFilters } from '@/shared/table/folded-filters';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { LinkButton } from '@/shared/ui/link-button';
import { Money } from '@/shared/ui/money';
import { PageHeader } from '@/shared/ui/page';
import { StatCard } from '@/shared/ui/stat-card';
import { AgeingTable } from './ageing-table';
import { useCashColumns } from './cash-columns';
import { CashTabs } from './cash-tabs';
import { cashQuery, cashShipmentsQuery, type CashShipment, type CourierCash } from './courier-cash.api';
import { buckets, sumOf } from './courier-cash.model';
import { cashList } from './courier-cash.search';
import { useCashText } from './i18n';
import { ImportButton } from './import-button';

// Loaded only for users who may export.
const ClaimDialog = lazyDialog(() => import('./claim/claim-dialog'));

const linkOf = (row: CashShipment) => ({ to: '/orders/view/$id', params: { id: row.order_id } }) as const;

/** OR-06: what couriers collected and have not paid out, by courier and age, with the shipments behind it. */
export function CourierCashPage() {
  const t = useCashText();
  const list = useList(cashList);
  const columns = useCashColumns();
  const cash = useQuery(cashQuery).data;
  const couriers = cash?.couriers ?? [];
  const { courier, bucket, is_short } = list.search;
  const exporting = useExport({ subject: 'Order', label: t('claim'), params: list.params, Dialog: ClaimDialog });
  const names = [...new Set(couriers.map((one) => one.courier))].filter((name) => name !== '');
  return (
    <>
      {/* An empty file is refused: the claim is offered while there is something to claim. */}
      <PageHeader
        title={t('title')}
        more={couriers.length > 0 ? exporting.header : undefined}
        actions={<ImportButton />}
      />
      <CashTabs />
      <Stack gap={20}>
        {cash && couriers.length > 0 && (
          <>
            <Totals cash={cash} />
            <AgeingTable couriers={couriers} shown={{ courier, bucket, is_short }} />
          </>
        )}
        <ListPage<CashShipment>
          isTab
          title={t('list')}
          list={list}
          query={cashShipmentsQuery(list.params)}
          columns={columns}
          rowId={(row) => row.shipment_id}
          rowName={(row) => `#${row.shipment}`}
          rowLink={linkOf}
          searchPlaceholder={couriers.length > 0 || list.narrowed ? t('search') : undefined}
          filters={
            (couriers.length > 0 || list.narrowed) && (
              <FoldedFilters list={list} names={['courier', 'bucket', 'is_short']}>
                <ListFilter
                  list={list}
                  name="courier"
                  label={t('courier')}
                  options={names.map((name) => ({ value: name, label: name }))}
                />
                <ListFilter
                  list={list}
                  name="bucket"
                  label={t('filter.age')}
                  options={buckets.map((value) => ({ value, label: t(`bucket.${value}`) }))}
                />
                <ListFilter
                  list={list}
                  name="is_short"
                  label={t('filter.short')}
                  options={(['true', 'false'] as const).map((value) => ({ value, label: t(`filter.short.${value}`) }))}
                />
              </FoldedFilters>
            )
          }
          empty={{
            title: t('empty'),
            text: t('emptyText'),
            illustration: 'box',
            action: (
              <LinkButton to="/orders/list" variant="default">
                {t('orders')}
              </LinkButton>
            ),
          }}
        />
      </Stack>
      {exporting.dialog}
    </>
  );
}

/** The whole, what is old of it, and what settlements left unpaid. */
function Totals({ cash }: { cash: CourierCash }) {
  const t = useCashText();
  const older = cash.couriers.flatMap((one) => one.buckets.filter(({ bucket }) => bucket === 'over_30'));
  const short = cash.couriers.map((one) => one.short);
  const card = (label: string, amount: string, shipments: number) => (
    <StatCard label={label} value={<Money amount={amount} fw={600} />} note={t('shipments', { count: shipments })} />
  );
  const count = (of: readonly { shipments: number }[]) => of.reduce((sum, one) => sum + one.shipments, 0);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={{ base: 12, sm: 16 }}>
      {card(t('total'), cash.total.amount, cash.total.shipments)}
      {card(t('older'), sumOf(older.map((one) => one.amount)), count(older))}
      {card(t('short'), sumOf(short.map((one) => one.amount)), count(short))}
    </SimpleGrid>
  );
}
