import { Box, Text } from '@mantine/core';
import { DataTable, type Column } from '@/shared/table/data-table';
import type { ListSearch } from '@/shared/table/list-search';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import type { CashOfCourier } from './courier-cash.api';
import { buckets, type Bucket } from './courier-cash.model';
import { useCashText } from './i18n';

interface Cell {
  shipments: number;
  amount: string;
}

/** What is shown below: the shipments of a courier, of one age, or those that were paid in part. */
export type Shown = Partial<Pick<ListSearch, 'courier' | 'bucket' | 'is_short'>>;

/** The cash of each courier by its age; each amount leads to its shipments below. */
export function AgeingTable({ couriers, shown }: { couriers: readonly CashOfCourier[]; shown: Shown }) {
  const t = useCashText();
  const cell = (row: CashOfCourier, of: Cell, search: Omit<Shown, 'courier'>) => {
    if (of.shipments === 0)
      return (
        <Text span size="sm" c="dimmed">
          —
        </Text>
      );
    const isShown =
      shown.courier === row.courier && shown.bucket === search.bucket && shown.is_short === search.is_short;
    return (
      <div>
        {row.courier === '' ? (
          <Money amount={of.amount} />
        ) : (
          <LinkAnchor
            to="/courier-cash"
            search={{ courier: row.courier, ...search }}
            resetScroll={false}
            size="sm"
            underline={isShown ? 'always' : 'hover'}
            aria-current={isShown ? 'true' : undefined}
          >
            <Money amount={of.amount} />
          </LinkAnchor>
        )}
        <Text size="xs" c="dimmed">
          {t('shipments', { count: of.shipments })}
        </Text>
      </div>
    );
  };
  const ofBucket = (row: CashOfCourier, bucket: Bucket): Cell =>
    row.buckets.find((one) => one.bucket === bucket) ?? { shipments: 0, amount: '0' };
  const columns: Column<CashOfCourier>[] = [
    {
      key: 'courier',
      header: t('courier'),
      card: 'title',
      cell: (row) => (
        <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{row.courier || t('noCourier')}</bdi>
        </Text>
      ),
    },
    ...buckets.map((bucket): Column<CashOfCourier> => ({
      key: bucket,
      header: t(`bucket.${bucket}`),
      align: 'number',
      cell: (row) => cell(row, ofBucket(row, bucket), { bucket, is_short: 'false' }),
    })),
    {
      key: 'short',
      header: t('short'),
      align: 'number',
      cell: (row) => cell(row, row.short, { is_short: 'true' }),
    },
    { key: 'total', header: t('sum'), align: 'number', card: 'end', cell: (row) => cell(row, row.total, {}) },
  ];
  return (
    <Section title={t('couriers')}>
      <Box mx={{ base: -16, sm: -20 }} mb={{ base: -16, sm: -20 }}>
        <DataTable
          label={t('couriers')}
          columns={columns}
          rows={couriers}
          rowId={(row) => `${row.provider} ${row.courier}`}
        />
      </Box>
    </Section>
  );
}
