import { ActionIcon, Button } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { api } from '@/shared/api/client';
import { setLanguage, useLanguage } from '@/shared/i18n/language';
import { getSession, isAuthenticated } from '@/shared/session/session';
import { setSkin, useSkin, type Skin } from '@/shared/ui/skin';
import { Tip } from '@/shared/ui/tip';
import { useAppText } from '../i18n';

/** Shows the other language by its own name, for users who cannot read the current one. */
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

/** SH-07: changes here at once, and is stored on the server; if that fails, only other browsers do not get it. */
export function changeSkin(skin: Skin): void {
  setSkin(skin);
  // An operator who impersonates a merchant does not change the merchant's preference.
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
