import { Alert } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { useAppText } from '../i18n';
import { useChangeStream, useSync } from '../sync';
import classes from './shell.module.css';

/** The main element with the page, and the notice of a store that is still being provisioned (TH-06). */
export function PageMain({ children }: { children: ReactNode }) {
  const t = useAppText();
  const s = useShared();
  const configs = useSync()?.configs;
  const pending = [
    ...(configs?.isUrlReady === false ? [t('store.urlPending')] : []),
    ...(configs?.isThemeReady === false ? [t('store.themePending')] : []),
  ];
  useChangeStream();
  return (
    <main id="content" tabIndex={-1} className={classes.page}>
      {pending.length > 0 && (
        <Alert mb={16} icon={<IconClockHour4 size={18} />} role="status" title={s('error.storePreparing')}>
          {pending.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
      {children}
    </main>
  );
}
