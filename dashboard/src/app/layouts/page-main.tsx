import { Alert } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAppText } from '../i18n';
import { useChangeStream, useSync } from '../sync';
import classes from './shell.module.css';

/** The page's place, and what the store is still waiting for (TH-06). */
export function PageMain({ children }: { children: ReactNode }) {
  const t = useAppText();
  const configs = useSync()?.configs;
  useChangeStream();
  return (
    <main id="content" tabIndex={-1} className={classes.page}>
      {configs?.isUrlReady === false && (
        <Alert mb={16} icon={<IconClockHour4 size={18} />} role="status">
          {t('store.urlPending')}
        </Alert>
      )}
      {configs?.isThemeReady === false && (
        <Alert mb={16} icon={<IconClockHour4 size={18} />} role="status">
          {t('store.themePending')}
        </Alert>
      )}
      {children}
    </main>
  );
}
