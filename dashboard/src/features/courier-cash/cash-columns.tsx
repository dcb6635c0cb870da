import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Column } from '@/shared/table/data-table';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { Money } from '@/shared/ui/money';
import { Time } from '@/shared/ui/time';
import type { CashShipment } from './courier-cash.api';
import { useCashText } from './i18n';

/** Columns of the shipments whose cash is with their courier. */
export function useCashColumns(): Column<CashShipment>[] {
  const t = useCashText();
  return useMemo(
    () => [
      {
        key: 'shipment',
        header: t('shipment'),
        card: 'title',
        cell: (row) => <span className="num">#{row.shipment}</span>,
      },
      {
        key: 'courier',
        header: t('courier'),
        cell: (row) => (
          <div>
            <bdi>{row.courier || t('noCourier')}</bdi>
            {row.waybill && (
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                <bdi dir="ltr">{row.waybill}</bdi>
              </Text>
            )}
          </div>
        ),
      },
      {
        key: 'delivered',
        header: t('delivered'),
        cell: (row) => (
          <div>
            <Time value={row.delivered_at} style="date" />
            <Text size="xs" c="dimmed">
              {t('days', { count: row.days })}
            </Text>
          </div>
        ),
      },
      { key: 'collected', header: t('collected'), align: 'number', cell: (row) => <Money amount={row.collected} /> },
      {
        key: 'remitted',
        header: t('remitted'),
        align: 'number',
        cell: (row) =>
          row.settlement_id ? (
            <LinkAnchor to="/courier-cash/settlements/$id" params={{ id: row.settlement_id }} size="sm">
              <Money amount={row.remitted} />
            </LinkAnchor>
          ) : (
            <Money amount={row.remitted} />
          ),
      },
      {
        key: 'missing',
        header: t('missing'),
        align: 'number',
        card: 'end',
        cell: (row) => <Money amount={row.missing} fw={600} />,
      },
    ],
    [t],
  );
}
