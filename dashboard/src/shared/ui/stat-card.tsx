import { Card, Group, Skeleton, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatPercent } from '../i18n/format';
import classes from './stat-card.module.css';
import { useDelayed } from './use-delayed';

/**
 * A figure with its change against the period before: `<StatCard label={t('sales')} value={<Money …/>} change={0.124}
 * changeLabel={t('vs')} />`. `change` is a ratio; null without a period to compare with. `goodWhen="down"` for figures
 * where less is better.
 */
export function StatCard({
  label,
  value,
  change,
  changeLabel,
  loading = false,
  goodWhen = 'up',
  note,
  trend,
  chart,
}: {
  label: string;
  value: ReactNode;
  change?: number | null;
  changeLabel?: string;
  loading?: boolean;
  goodWhen?: 'up' | 'down';
  /** A second figure, below. */
  note?: ReactNode;
  /** Its course, at the foot of the card: a `Sparkline`. */
  trend?: ReactNode;
  /** A press anywhere on the card shows the figure in the chart below; `label` says so. */
  chart?: { label: string; isShown: boolean; onShow: () => void };
}) {
  const late = useDelayed(loading);
  // A change that rounds to 0% is neither good nor bad.
  const same = Math.abs(change ?? 0) < 0.0005;
  const rising = (change ?? 0) >= 0;
  const isGood = rising === (goodWhen === 'up');
  return (
    <Card padding={16} className={chart && classes.choice} data-shown={chart?.isShown || undefined}>
      {chart && (
        <button
          type="button"
          className={classes.press}
          aria-label={chart.label}
          aria-pressed={chart.isShown}
          onClick={chart.onShow}
        />
      )}
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {loading ? (
        <Skeleton height={36} mt={2} width="60%" visible={late} />
      ) : (
        <Text fz={{ base: 20, sm: 28 }} fw={600} lh={1.35} component="div">
          {value}
        </Text>
      )}
      {!loading && change !== undefined && change !== null && (
        <Group gap={6} mt={4} wrap="nowrap">
          <Group
            gap={2}
            wrap="nowrap"
            style={{ color: same ? 'var(--mantine-color-dimmed)' : isGood ? 'var(--good)' : 'var(--bad)' }}
          >
            {same ? null : rising ? (
              <IconArrowUpRight size={15} aria-hidden />
            ) : (
              <IconArrowDownRight size={15} aria-hidden />
            )}
            <Text span size="xs" fw={600} className="num">
              {formatPercent(Math.abs(change))}
            </Text>
          </Group>
          {changeLabel && (
            <Text span size="xs" c="dimmed" visibleFrom="xs">
              {changeLabel}
            </Text>
          )}
        </Group>
      )}
      {!loading && note && (
        <Text size="xs" c="dimmed" mt={2} component="div">
          {note}
        </Text>
      )}
      {!loading && trend && <div className={classes.trend}>{trend}</div>}
    </Card>
  );
}
