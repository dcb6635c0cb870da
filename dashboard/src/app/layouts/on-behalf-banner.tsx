import { Button } from '@mantine/core';
import { IconDoorExit } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useSession } from '@/shared/session/session';
import { useAppText } from '../i18n';
import { leaveStore } from '../leave-store';
import classes from './shell.module.css';

/** AU-06: stands above every page while an operator of the platform acts in a merchant's name. */
export function OnBehalfBanner() {
  const t = useAppText();
  const { language } = useLanguage();
  const { user, store } = useSession();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  if (!user?.operator) return null;
  const isolated = (text: string) => `\u2068${text}\u2069`;
  const leave = async () => {
    setLeaving(true);
    const isBack = await leaveStore();
    setLeaving(false);
    await navigate({ to: isBack ? '/' : '/login', replace: true });
  };
  return (
    <div role="region" aria-label={t('onBehalf.label')} className={classes.onBehalf}>
      <span>
        {t('onBehalf.text', {
          user: isolated(user.name),
          store: isolated(textOf(store?.name, language)),
          operator: isolated(user.operator),
        })}
      </span>
      <Button
        size="xs"
        variant="white"
        color="dark"
        loading={leaving}
        leftSection={<IconDoorExit size={16} className="flip" aria-hidden />}
        onClick={() => void leave()}
      >
        {t('onBehalf.leave')}
      </Button>
    </div>
  );
}
