import { Spotlight, spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconExternalLink, IconLanguage, IconLogout, IconMoon, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setLanguage, useLanguage } from '@/shared/i18n/language';
import { useSession } from '@/shared/session/session';
import { useSkin } from '@/shared/ui/skin';
import { releaseKeys } from './early-keys';
import { useAppText } from './i18n';
import { changeSkin } from './layouts/switches';
import { signOut } from './sign-out';
import { useNavigation } from './use-navigation';

/** Writes as a person would: the kit searches, and chooses the first find, only for what comes in by typing. */
function typeInto(box: HTMLInputElement, text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  value?.set?.call(box, box.value + text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Ctrl-K: every page of the menu and the commands of the header. Fetched when the page is first touched. */
export default function CommandPalette({ asked }: { asked: number }) {
  const t = useAppText();
  const groups = useNavigation();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const skin = useSkin();
  const { store } = useSession();
  // Each request of the header opens it again.
  useEffect(() => {
    if (asked > 0) spotlight.open();
  }, [asked]);

  const pages = groups.flatMap((group) =>
    group.items.map((item) => ({
      id: String(item.to),
      label: item.label,
      description: group.label,
      leftSection: <item.icon size={19} stroke={1.7} />,
      onClick: () => void navigate({ to: item.to as '/' }),
    })),
  );
  const commands = [
    {
      id: 'language',
      label: t('header.language'),
      leftSection: <IconLanguage size={19} />,
      onClick: () => setLanguage(language === 'ar' ? 'en' : 'ar'),
    },
    {
      id: 'skin',
      label: skin === 'dark' ? t('header.light') : t('header.dark'),
      leftSection: <IconMoon size={19} />,
      onClick: () => changeSkin(skin === 'dark' ? 'light' : 'dark'),
    },
    ...(store?.url
      ? [
          {
            id: 'store',
            label: t('header.viewStore'),
            leftSection: <IconExternalLink size={19} />,
            onClick: () => void window.open(store.url, '_blank', 'noopener'),
          },
        ]
      : []),
    {
      id: 'sign-out',
      label: t('header.signOut'),
      leftSection: <IconLogout size={19} className="flip" />,
      onClick: () => void signOut().then(() => navigate({ to: '/login' })),
    },
  ];
  const actions: SpotlightActionGroupData[] = [
    ...(pages.length > 0 ? [{ group: t('palette.pages'), actions: pages }] : []),
    { group: t('palette.actions'), actions: commands },
  ];
  return (
    <Spotlight
      actions={actions}
      nothingFound={t('palette.empty')}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={420}
      onSpotlightClose={releaseKeys}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('header.search'),
        'aria-label': t('header.search'),
        onFocus: (event) => {
          const early = releaseKeys();
          if (early) typeInto(event.currentTarget, early);
        },
      }}
      attributes={{ content: { 'aria-label': t('header.search') } }}
    />
  );
}
