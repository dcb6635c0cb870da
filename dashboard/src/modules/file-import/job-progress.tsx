import { Card, Group, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber, formatPercent } from '@/shared/i18n/format';
import { progressOf, type ImportView } from './file-import.model';
import { useFileImportText } from './i18n';

/** Progress of the server's current job; it continues without this page. */
export function JobProgress({
  of,
  label,
  children,
}: {
  of: Pick<ImportView, 'done' | 'total'>;
  label: string;
  /** Results so far, once the file is counted. */
  children?: ReactNode;
}) {
  const t = useFileImportText();
  const share = progressOf(of);
  return (
    <Card padding={20} role="status" aria-live="polite">
      <Group justify="space-between" mb={10} gap={8}>
        <Text fw={600}>{label}</Text>
        {share === null ? (
          <Text size="sm" c="dimmed">
            {t('busy.counting')}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {t('busy.of', { done: formatNumber(of.done), total: formatNumber(of.total) })} ·{' '}
            <span className="num">{formatPercent(share, 0)}</span>
          </Text>
        )}
      </Group>
      <Progress
        value={share === null ? 100 : share * 100}
        size={10}
        striped={share === null}
        animated
        aria-label={label}
      />
      {share !== null && children}
      <Text size="sm" c="dimmed" mt={14}>
        {t('busy.leave')}
      </Text>
    </Card>
  );
}
