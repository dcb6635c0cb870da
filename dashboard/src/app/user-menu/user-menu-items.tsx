import { Menu, Text } from '@mantine/core';
import {
  IconBaselineDensityMedium,
  IconBuildingStore,
  IconCheck,
  IconExternalLink,
  IconLayoutNavbar,
  IconLayoutSidebar,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { setLanguage, useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useSession } from '@/shared/session/session';
import { signOut } from '@/shared/session/sign-out';
import { useSkin } from '@/shared/ui/skin';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { switchStore } from '../home-check';
import { useAppText } from '../i18n';
import { setLayoutChoice, useLayoutChoice } from '../layouts/layout-choice';
import { changeSkin } from '../layouts/switches';
import { setDensity, useDensity } from './density';
import { useUserMenuText } from './i18n';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';

/** Items of the user menu: who is signed in, their stores, how the dashboard looks, signing out. */
export default function UserMenuItems() {
  const t = useAppText();
  const own = useUserMenuText();
  const { user, store, stores } = useSession();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const layout = useLayoutChoice();
  const skin = useSkin();
  const density = useDensity();
  const phone = usePhoneScreen();
  const otherLanguage = language === 'ar' ? 'en' : 'ar';
  const name = user?.name ?? '';
  const LayoutIcon = layout === 'vertical' ? IconLayoutNavbar : IconLayoutSidebar;
  return (
    <>
      <div style={{ padding: '6px 12px 10px' }}>
        <Text fw={600} size="sm" truncate>
          <bdi>{name}</bdi>
        </Text>
        <Text size="xs" c="dimmed" truncate>
          <span className="num">{user?.email ?? user?.mobile ?? ''}</span>
        </Text>
      </div>
      <Menu.Divider />
      {stores.length > 1 && (
        <>
          <Menu.Label>{own('stores')}</Menu.Label>
          {stores.map((choice) => (
            <Menu.Item
              key={choice.id}
              leftSection={<IconBuildingStore size={17} />}
              rightSection={
                choice.id === store?.id ? <IconCheck size={16} aria-label={own('currentStore')} /> : undefined
              }
              onClick={() => {
                // The open page belongs to the previous store.
                if (choice.id !== store?.id) void switchStore(choice.id).then(() => navigate({ to: '/' }));
              }}
            >
              <bdi>{textOf(choice.name, language)}</bdi>
            </Menu.Item>
          ))}
          <Menu.Divider />
        </>
      )}
      {phone && store?.url && (
        <Menu.Item
          component="a"
          href={store.url}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={17} />}
        >
          {t('header.viewStore')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconLanguage size={17} />}
        lang={otherLanguage}
        onClick={() => setLanguage(otherLanguage)}
      >
        {t('header.language')}
      </Menu.Item>
      <Menu.Item
        leftSection={skin === 'dark' ? <IconSun size={17} /> : <IconMoon size={17} />}
        onClick={() => changeSkin(skin === 'dark' ? 'light' : 'dark')}
      >
        {skin === 'dark' ? t('header.light') : t('header.dark')}
      </Menu.Item>
      {!phone && (
        <Menu.Item
          leftSection={<LayoutIcon size={17} />}
          onClick={() => setLayoutChoice(layout === 'vertical' ? 'horizontal' : 'vertical')}
        >
          {layout === 'vertical' ? own('layoutHorizontal') : own('layoutVertical')}
        </Menu.Item>
      )}
      {!phone && (
        <Menu.Item
          leftSection={<IconBaselineDensityMedium size={17} />}
          onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
        >
          {density === 'compact' ? own('comfortable') : own('compact')}
        </Menu.Item>
      )}
      {!user?.operator && (
        <LinkMenuItem {...{ to: '/account/security' }} leftSection={<IconShieldLock size={17} />}>
          {own('security')}
        </LinkMenuItem>
      )}
      {!user?.operator && (
        <Menu.Item
          leftSection={<IconLogout size={17} className="flip" />}
          onClick={() => void signOut().then(() => navigate({ to: '/login' }))}
        >
          {t('header.signOut')}
        </Menu.Item>
      )}
    </>
  );
}
