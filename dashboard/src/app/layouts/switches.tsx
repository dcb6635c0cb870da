import { ActionIcon, Button } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { api } from '@/shared/api/client';
import { setLanguage, useLanguage } from '@/shared/i18n/language';
import { getSession, isAuthenticated } from '@/shared/session/session';
import { setSkin, useSkin, type Skin } from '@/shared/ui/skin';
import { Tip } from '@/shared/ui/tip';
import { useAppText } from '../i18n';

/** Shows the other language by its own name, so that who cannot read this one still finds it. */
export function LanguageSwitch() {
  const t = useAppText();
  const { language } = useLanguage();
  const other = language === 'ar' ? 'en' : 'ar';
  return (
    <Button
      variant="subtle"
      color="gray"
      c="var(--mantine-color-text)"
      px={10}
      leftSection={<IconLanguage size={19} aria-hidden />}
      lang={other}
      onClick={() => setLanguage(other)}
    >
      {t('header.language')}
    </Button>
  );
}

/** SH-07: changes here at once, and is stored on the server; a failure there costs nothing but the roaming. */
export function changeSkin(skin: Skin): void {
  setSkin(skin);
  // An operator in a merchant's name leaves the merchant's own taste alone.
  if (isAuthenticated() && !getSession().user?.operator) {
    api

      .put('/settings/{code}', {
        path: { code: 'dashboard_layout_skin' },
        body: { value: skin },
        quiet: true,
        background: true,
      })
      .catch(() => undefined);
  }
}

export function SkinSwitch() {
  const t = useAppText();
  const skin = useSkin();
  const label = skin === 'dark' ? t('header.light') : t('header.dark');
  return (
    <Tip label={label}>
      <ActionIcon
        aria-label={label}
        c="var(--mantine-color-text)"
        onClick={() => changeSkin(skin === 'dark' ? 'light' : 'dark')}
      >
        {skin === 'dark' ? <IconSun size={19} /> : <IconMoon size={19} />}
      </ActionIcon>
    </Tip>
  );
}
