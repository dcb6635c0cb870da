import { Card, Group, Skeleton, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatPercent } from '../i18n/format';
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
}: {
  label: string;
  value: ReactNode;
  change?: number | null;
  changeLabel?: string;
  loading?: boolean;
  goodWhen?: 'up' | 'down';
}) {
  const late = useDelayed(loading);
  // A change that rounds to 0% is neither good nor bad.
  const same = Math.abs(change ?? 0) < 0.0005;
  const rising = (change ?? 0) >= 0;
  const isGood = rising === (goodWhen === 'up');
  return (
    <Card padding={16}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {loading ? (
        <Skeleton height={32} mt={6} width="60%" visible={late} />
      ) : (
        <Text fz={{ base: 20, sm: 24 }} fw={600} lh={1.4} component="div">
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
    </Card>
  );
}
