import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatNumber } from '@/shared/i18n/format';
import type { Column } from '@/shared/table/data-table';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { Money } from '@/shared/ui/money';
import { StatusBadge } from '@/shared/ui/status-badge';
import type { SettlementLine } from './courier-cash.api';
import classes from './courier-cash.module.css';
import { differenceColor, isZero, verdictTones } from './courier-cash.model';
import { useCashText } from './i18n';

/** Columns of the rows of a settlement. */
export function useLineColumns(currency: string): Column<SettlementLine>[] {
  const t = useCashText();
  return useMemo(() => {
    const amount = (key: 'fee' | 'net'): Column<SettlementLine> => ({
      key,
      header: t(`rows.${key}`),
      align: 'number',
      cell: (row) => <Money amount={row[key]} currency={currency} />,
    });
    return [
      {
        key: 'line',
        header: t('rows.line'),
        width: 72,
        cell: (row) => (
          <Text span size="sm" c="dimmed" className="num">
            {formatNumber(row.line)}
          </Text>
        ),
      },
      { key: 'shipment', header: t('rows.shipment'), card: 'title', cell: (row) => <ShipmentOf row={row} /> },
      {
        key: 'verdict',
        header: t('rows.verdict'),
        card: 'end',
        cell: (row) => (
          <div className={classes.result}>
            <StatusBadge tone={verdictTones[row.verdict]}>{t(`v.${row.verdict}`)}</StatusBadge>
            <Remarks row={row} />
          </div>
        ),
      },
      {
        key: 'collected',
        header: t('rows.collected'),
        align: 'number',
        cell: (row) => (
          <div>
            <Money amount={row.collected} currency={currency} />
            {!isZero(row.difference) && (
              <Text size="xs" c={differenceColor(row.verdict)}>
                {t('rows.difference')} <Money amount={row.difference} currency={currency} />
              </Text>
            )}
          </div>
        ),
      },
      amount('fee'),
      amount('net'),
    ];
  }, [t, currency]);
}

/** The order's shipment, where there is one, and the mark of the sheet. */
function ShipmentOf({ row }: { row: SettlementLine }) {
  const mark = row.waybill || row.reference || '—';
  if (!row.order_id) return <bdi style={{ overflowWrap: 'anywhere' }}>{mark}</bdi>;
  return (
    <div>
      <LinkAnchor to="/orders/view/$id" params={{ id: row.order_id }} size="sm" fw={500}>
        <span className="num">#{row.shipment}</span>
      </LinkAnchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <bdi dir="ltr">{mark}</bdi>
      </Text>
    </div>
  );
}

/** What else holds of a row, and whether it is booked. */
function Remarks({ row }: { row: SettlementLine }) {
  const t = useCashText();
  const words = row.remarks.map((remark) => t(`r.${remark}`));
  if (row.verdict === 'late' && typeof row.days === 'number') words.unshift(t('days', { count: row.days }));
  if (row.state === 'kept') words.push(t('rows.state.kept'));
  if (words.length === 0) return null;
  return (
    <ul className={classes.remarks}>
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  );
}
