import { useMemo } from 'react';
import type { Column } from '@/shared/table/data-table';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { useRedirectText } from './i18n';
import type { MissedAddress, RedirectView } from './redirects.api';
import classes from './redirects.module.css';

type Text = ReturnType<typeof useRedirectText>;

/** Both lists begin with the old link, and tell how often it was opened. */
const addressColumn = (t: Text): Column<{ address: string }> => ({
  key: 'address',
  header: t('col.address'),
  sort: 'address',
  card: 'title',
  cell: (row) => <bdi className={`${classes.path} ${classes.old}`}>{row.address}</bdi>,
});
const hitsColumn = (t: Text): Column<{ hits: number }> => ({
  key: 'hits',
  header: t('col.hits'),
  sort: 'hits',
  card: 'meta',
  cell: (row) => t('visits', { count: row.hits }),
});

export function useRedirectColumns(): Column<RedirectView>[] {
  const t = useRedirectText();
  return useMemo(
    (): Column<RedirectView>[] => [
      addressColumn(t),
      {
        key: 'target',
        header: t('col.target'),
        card: 'meta',
        cell: (row) => (
          <span className={classes.link}>
            <bdi className={classes.path}>{row.target}</bdi>
            {!row.is_permanent && (
              <StatusBadge tone="gray" dot={false}>
                {t('temporary')}
              </StatusBadge>
            )}
            {row.is_waiting && (
              <span className={classes.waiting}>
                <StatusBadge tone="amber">{t('waiting')}</StatusBadge>
                <span className={classes.dim}>{t('waitingText')}</span>
              </span>
            )}
          </span>
        ),
      },
      hitsColumn(t),
      {
        key: 'last',
        header: t('col.lastHit'),
        sort: 'last_hit_at',
        card: 'meta',
        // Without any, the number of visits beside it says so.
        cell: (row) => row.last_hit_at && <Time value={row.last_hit_at} relative />,
      },
    ],
    [t],
  );
}

export function useMissedColumns(): Column<MissedAddress>[] {
  const t = useRedirectText();
  return useMemo(
    (): Column<MissedAddress>[] => [
      addressColumn(t),
      hitsColumn(t),
      {
        key: 'referrer',
        header: t('col.referrer'),
        card: 'meta',
        cell: (row) =>
          row.referrer ? (
            <bdi className={classes.path}>{row.referrer}</bdi>
          ) : (
            <span className={classes.dim}>{t('direct')}</span>
          ),
      },
      {
        key: 'last',
        header: t('col.lastSeen'),
        sort: 'last_seen_at',
        card: 'meta',
        cell: (row) => <Time value={row.last_seen_at} relative />,
      },
    ],
    [t],
  );
}
