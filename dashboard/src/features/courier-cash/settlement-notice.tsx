import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ImportView } from '@/modules/file-import/file-import.model';
import type { Settlement } from './courier-cash.api';
import type { Stage } from './courier-cash.model';
import { useCashText } from './i18n';
import { ImportButton } from './import-button';

/** What is wrong with a settlement, or cannot be done with it any more, and what to do. */
export function SettlementNotice({ of, sheet, stage }: { of: Settlement; sheet: ImportView | null; stage: Stage }) {
  const t = useCashText();
  if (stage === 'failed' && sheet?.error) {
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('failed.title')}>
        {sheet.error.message}
      </Alert>
    );
  }
  if (stage === 'nothing') {
    return (
      <Alert color="yellow" role="status" icon={<IconInfoCircle size={18} aria-hidden />} title={t('nothing.title')}>
        {t('nothing.text')}
      </Alert>
    );
  }
  if (!sheet) {
    return (
      <Alert color="gray" role="status" icon={<IconInfoCircle size={18} aria-hidden />} title={t('gone.title')}>
        <Stack gap={10} align="flex-start">
          {t(of.state === 'draft' ? 'gone.draft' : 'gone.posted')}
          {of.state === 'draft' && <ImportButton />}
        </Stack>
      </Alert>
    );
  }
  if (stage === 'undone' && sheet.kept_count > 0) {
    return (
      <Alert color="yellow" role="status" icon={<IconAlertTriangle size={18} aria-hidden />}>
        {t('kept', { count: sheet.kept_count })}
      </Alert>
    );
  }
  return null;
}
