import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { formatDate, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { Section } from '@/shared/ui/page';
import { useImportText } from './i18n';
import type { ImportView } from './imports.api';
import { wroteNothing } from './imports.model';

/** Result of the dry run, the import or its undo. */
export function ResultCard({ of }: { of: ImportView }) {
  const t = useImportText();
  const { language } = useLanguage();
  const toWrite = of.created_count + of.updated_count;
  if (of.status === 'failed' && toWrite === 0) return null;
  const finished = of.finished_at && t('done.at', { time: formatDate(of.finished_at, 'short', language) });
  if (of.status === 'undone') {
    return (
      <Section title={t('undone.title')} text={finished}>
        <Text size="sm">{t('undone.text')}</Text>
        {of.kept_count > 0 && (
          <Alert color="yellow" mt={14}>
            {t('undone.kept', { count: of.kept_count })}
          </Alert>
        )}
      </Section>
    );
  }
  const isChecked = of.status === 'checked';
  const hasWrittenNothing = wroteNothing(of);
  return (
    <Section
      title={isChecked ? t('checked.title') : hasWrittenNothing ? t('done.nothing') : t('done.title')}
      text={isChecked ? undefined : finished}
    >
      <ImportCounts of={of} />
      <Stack gap={8} mt={14}>
        {isChecked && (toWrite === 0 || of.failed_count > 0) && (
          <Text size="sm" c="dimmed">
            {t(`checked.${of.failed_count === 0 ? 'nothing' : toWrite === 0 ? 'allFailed' : 'someFailed'}`)}
          </Text>
        )}
        {hasWrittenNothing && (
          <Text size="sm" c="dimmed">
            {t('done.nothingText')}
          </Text>
        )}
        {of.can_retry && (
          <Text size="sm" c="dimmed">
            {t('retryHint')}
          </Text>
        )}
        {!isChecked && of.images_waiting > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('images.waiting', { count: of.images_waiting, isMore: of.more_than.includes('images_waiting') })}
          </Text>
        )}
        {!isChecked && of.images_failed > 0 && (
          <Text size="sm" c="var(--bad)">
            {t('images.failed', { count: of.images_failed, isMore: of.more_than.includes('images_failed') })}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

export function ImportCounts({ of }: { of: ImportView }) {
  const t = useImportText();
  const counts = [
    { key: 'new', value: of.created_count, color: 'var(--good)' },
    { key: 'changed', value: of.updated_count, color: undefined },
    { key: 'unchanged', value: of.unchanged_count, color: undefined },
    ...(of.skipped_count > 0 ? [{ key: 'skipped' as const, value: of.skipped_count, color: undefined }] : []),
    { key: 'failed', value: of.failed_count, color: 'var(--bad)' },
    ...(of.noted_count > 0 ? [{ key: 'noted' as const, value: of.noted_count, color: 'var(--tone-amber-fg)' }] : []),
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, sm: counts.length }} spacing={16} mt={14}>
      {counts.map(({ key, value, color }) => (
        <div key={key}>
          <Text size="sm" c="dimmed">
            {t(`count.${key}`)}
          </Text>
          <Text fz={24} fw={600} lh={1.4} c={value > 0 ? color : 'dimmed'} className="num">
            {formatNumber(value)}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
