import { Progress, Text } from '@mantine/core';
import { formatNumber } from '@/shared/i18n/format';
import type { AnyBatch } from './batch-state';
import { useBatchStateText } from './i18n';

/** Progress of a running batch. */
export function BatchProgress({ of }: { of: AnyBatch }) {
  const t = useBatchStateText();
  return (
    <div>
      <Progress.Root size="lg">
        <Progress.Section
          value={of.total > 0 ? Math.min(100, (100 * of.done) / of.total) : 0}
          aria-label={t('running')}
        />
      </Progress.Root>
      <Text size="sm" c="dimmed" mt={6} role="status">
        {t('progress', { done: formatNumber(of.done), total: formatNumber(of.total) })}
      </Text>
    </div>
  );
}
