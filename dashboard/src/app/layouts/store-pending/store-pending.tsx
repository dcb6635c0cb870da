import { Alert } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import { useShared } from '@/shared/i18n/use-shared';
import { useStorePendingText } from './i18n';

/** The notice of a store whose address or design is still being prepared (TH-06). */
export function StorePending({ url, theme }: { url: boolean; theme: boolean }) {
  const t = useStorePendingText();
  const s = useShared();
  return (
    <Alert mb={16} icon={<IconClockHour4 size={18} />} role="status" title={s('error.storePreparing')}>
      {url && <div>{t('url')}</div>}
      {theme && <div>{t('theme')}</div>}
    </Alert>
  );
}
