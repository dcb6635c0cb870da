import { Text } from '@mantine/core';
import { StatusBadge } from '@/shared/ui/status-badge';
import type { StatusTone } from '@/shared/ui/tokens';
import { usePickupText } from '../i18n';
import type { TrackingSheet } from '../pickups.api';
import classes from '../pickups.module.css';

type Outcome = TrackingSheet['rows'][number]['outcome'];

const toneOf = (outcome: Outcome): StatusTone =>
  outcome === 'matched' ? 'green' : outcome === 'already' ? 'gray' : 'red';
const rank = (outcome: Outcome) => ['gray', 'green'].indexOf(toneOf(outcome));

/** What was found for each row of the sheet, rows that gave nothing first: they need the merchant. */
export function SheetResult({ result }: { result: TrackingSheet }) {
  const t = usePickupText();
  const rows = result.rows.toSorted((a, b) => rank(a.outcome) - rank(b.outcome));
  return (
    <div role="status">
      <Text size="sm" fw={500} mt={14}>
        {t('sheet.matched', { count: result.matched })}
      </Text>
      <ul className={classes.results}>
        {rows.map((row) => (
          <li key={row.line}>
            <Text span size="sm" c="dimmed">
              {t('sheet.row', { number: row.line })}
            </Text>
            {row.tracking_no && <span className="num">{row.tracking_no}</span>}
            {row.number && <span className="num">#{row.number}</span>}
            <StatusBadge tone={toneOf(row.outcome)}>{t(`outcome.${row.outcome}`)}</StatusBadge>
          </li>
        ))}
      </ul>
    </div>
  );
}
