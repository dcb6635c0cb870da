import type { ReactNode } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useSession } from '@/shared/session/session';
import { useAppText } from '../i18n';
import classes from './shell.module.css';

/** Says whom an operator impersonates. Part of the first download: it must render when nothing can be loaded. */
export function OnBehalfLine({ children }: { children?: ReactNode }) {
  const t = useAppText();
  const { language } = useLanguage();
  const { user, store } = useSession();
  if (!user?.operator) return null;
  const isolated = (text: string) => `\u2068${text}\u2069`;
  return (
    <div role="region" aria-label={t('onBehalf.label')} className={classes.onBehalf}>
      <span>
        {t('onBehalf.text', {
          user: isolated(user.name),
          store: isolated(textOf(store?.name, language)),
          operator: isolated(user.operator),
        })}
      </span>
      {children}
    </div>
  );
}
