import { Button, Group, Stack, Text } from '@mantine/core';
import { formatNumber } from '@/shared/i18n/format';
import { useRedirectText } from './i18n';
import type { ImportView } from './redirects.api';
import classes from './redirects.module.css';

/** What a file would do, and why rows are left out. */
export function ImportPreview({
  preview,
  onApply,
  onOther,
}: {
  preview: ImportView;
  onApply: () => void;
  onOther: () => void;
}) {
  const t = useRedirectText();
  const failed = preview.rows.filter((row) => row.outcome === 'failed');
  const changes = preview.created + preview.updated;
  return (
    <Stack gap={18}>
      <dl className={classes.facts}>
        {(['created', 'updated', 'unchanged', 'failed'] as const).map((outcome) => (
          <div key={outcome}>
            <dt>{t(`import.${outcome}`)}</dt>
            <dd className="num">{formatNumber(preview[outcome])}</dd>
          </div>
        ))}
      </dl>
      {failed.length > 0 && (
        <div>
          <Text fw={600} size="sm">
            {t('import.rowsFailed')}
          </Text>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it */}
          <div className={classes.scroll} role="region" aria-label={t('import.rowsFailed')} tabIndex={0}>
            <ul className={classes.rows}>
              {failed.map((row) => (
                <li key={row.line}>
                  <Text size="sm">
                    <span className={classes.dim}>{t('import.line', { line: formatNumber(row.line) })}</span>{' '}
                    <bdi className={classes.path}>{row.address}</bdi>
                  </Text>
                  <Text size="sm" c="var(--bad)">
                    {row.message}
                  </Text>
                </li>
              ))}
            </ul>
          </div>
          {preview.failed > failed.length && (
            <Text size="sm" c="dimmed">
              {t('import.more', { count: preview.failed - failed.length })}
            </Text>
          )}
        </div>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onOther}>
          {t('import.other')}
        </Button>
        <Button onClick={onApply} disabled={changes === 0}>
          {changes === 0 ? t('import.nothing') : t('import.apply', { count: changes })}
        </Button>
      </Group>
    </Stack>
  );
}
