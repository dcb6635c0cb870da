import { Text } from '@mantine/core';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { StatusBadge } from '@/shared/ui/status-badge';
import { usePickupText } from '../i18n';
import type { TrackingSheet } from '../pickups.api';
import classes from '../pickups.module.css';

/** What was found for each row of the sheet, rows without a parcel first: they need the merchant. */
export function SheetResult({ result }: { result: TrackingSheet }) {
  const t = usePickupText();
  const rows = result.rows.toSorted((a, b) => Number(a.is_ok) - Number(b.is_ok));
  return (
    <div role="status">
      <Text size="sm" fw={500} mt={14}>
        {t('sheet.matched', { count: result.matched })}
      </Text>
      <ul className={classes.results}>
        {rows.map((row) => (
          <li key={row.row}>
            <StatusBadge tone={row.is_ok ? 'green' : 'red'}>{t(row.is_ok ? 'sheet.ok' : 'sheet.failed')}</StatusBadge>
            <Text span size="sm">
              {t('sheet.row', { number: row.row })}
            </Text>
            {row.tracking_no && <bdi className="num">{row.tracking_no}</bdi>}
            {row.order_id && row.number && (
              <LinkAnchor to="/orders/view/$id" params={{ id: row.order_id }} size="sm">
                <span className="num">#{row.number}</span>
              </LinkAnchor>
            )}
            {row.message && (
              <Text span size="sm" c="dimmed">
                {row.message}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
