import { Loader } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import {
  IconCategory,
  IconExternalLink,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPackage,
  IconSearch,
  IconShoppingBag,
  IconTicket,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useActivityTabs } from '@/features/activity/tabs';
import { useSettingsSections } from '@/features/settings/sections';
import { setLanguage, useLanguage } from '@/shared/i18n/language';
import { isFound } from '@/shared/lib/fold';
import { useSession } from '@/shared/session/session';
import { signOut } from '@/shared/session/sign-out';
import { Highlight } from '@/shared/ui/highlight';
import { useSkin } from '@/shared/ui/skin';
import { releaseKeys } from './early-keys';
import { useAppText } from './i18n';
import { usePaletteText } from './palette/i18n';
import { changeSkin } from './layouts/switches';
import { usePaletteResults, type PaletteResult, type PaletteResultKind } from './palette-results';
import classes from './palette.module.css';
import { useScreens } from './use-navigation';

/** Sets the value by an input event: the library searches, and selects the first result, only on input events. */
function typeInto(box: HTMLInputElement, text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  value?.set?.call(box, box.value + text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

const [stored, spotlight] = createSpotlight();

const selectedAction = () => document.querySelector<HTMLElement>('[data-action][data-selected]');

/**
 * Enter before the results of the text are there: the list is empty or shows the results of an earlier text, and the
 * first result is opened when they come. A page or a command that is selected, or a result chosen by an arrow key, is
 * opened at once.
 */
function useDeferredEnter(isWaiting: boolean) {
  const isDeferred = useRef(false);
  const isChosen = useRef(false);
  useEffect(() => {
    if (isWaiting || !isDeferred.current) return;
    isDeferred.current = false;
    selectedAction()?.click();
  }, [isWaiting]);
  return {
    forgetEnter: () => {
      isDeferred.current = false;
      isChosen.current = false;
    },
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isChosen.current = true;
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isWaiting || isChosen.current) return;
      const selected = selectedAction();
      if (selected && !selected.querySelector(`.${classes.find}`)) return;
      isDeferred.current = true;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

const kinds: readonly PaletteResultKind[] = ['product', 'category', 'order', 'customer', 'coupon'];
const icons = {
  product: IconPackage,
  category: IconCategory,
  order: IconShoppingBag,
  customer: IconUser,
  coupon: IconTicket,
};

/**
 * The command palette (Ctrl-K): every page of the menu, search results of the store, and the commands of the header.
 * Loaded at the first interaction with the page.
 */
export default function CommandPalette({ openCount }: { openCount: number }) {
  const t = useAppText();
  const p = usePaletteText();
  const areas = useScreens();
  const activity = useActivityTabs();
  const settings = useSettingsSections();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const skin = useSkin();
  const { store } = useSession();
  const [input, setInput] = useState('');
  const { results, isWaiting } = usePaletteResults(input);
  // The results since the last key: Enter opens the first of them if none is selected yet.
  const found = results.map((find) => find.kind + find.id).join();
  useEffect(() => {
    if (!found || selectedAction()) return;
    document.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    stored.updateState((state) => ({ ...state, selected: 0 }));
  }, [found]);
  const { forgetEnter, onKeyDownCapture } = useDeferredEnter(isWaiting);
  // Each request of the header opens it again.
  useEffect(() => {
    if (openCount > 0) spotlight.open();
  }, [openCount]);

  const pageAction = (to: string, label: string, description: string, PageIcon: Icon) => ({
    id: to,
    label,
    description: description === label ? undefined : description,
    leftSection: <PageIcon size={19} stroke={1.7} />,
    onClick: () => void navigate({ to }),
  });
  const pages = [
    ...areas.flatMap((area) => area.items.map((item) => pageAction(item.to, item.label, area.label, area.icon))),
    ...activity.map((tab) => pageAction(tab.link.to, tab.label, p('palette.activity'), tab.icon)),
    ...settings.flatMap(({ sections }) =>
      sections.map((section) => pageAction(section.to, section.label, section.text, section.icon)),
    ),
  ];
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
  const open = (find: PaletteResult) => {
    if (find.kind === 'product') void navigate({ to: '/products/edit/$id', params: { id: find.id } });
    else if (find.kind === 'order') void navigate({ to: '/orders/view/$id', params: { id: find.id } });
    else if (find.kind === 'coupon') void navigate({ to: '/coupons/edit/$id', params: { id: find.id } });
    else if (find.kind === 'customer') void navigate({ to: '/customers/view/$id', params: { id: find.id } });
    else void navigate({ to: '/products/list', search: { category: find.id } });
  };
  const groupOf = (kind: PaletteResultKind): SpotlightActionGroupData => {
    const Icon = icons[kind];
    return {
      group: p(`palette.${kind}`),
      actions: results
        .filter((find) => find.kind === kind)
        .map((find) => ({
          id: find.kind + find.id,
          leftSection: <Icon size={19} stroke={1.7} aria-hidden />,
          children: (
            <span className={classes.find}>
              <Icon size={19} stroke={1.7} aria-hidden className={classes.icon} />
              <span className={classes.name}>
                <Highlight text={find.name} query={input} />
                {find.note && <small>{find.note}</small>}
              </span>
              {find.code && (
                <span className={classes.code} dir="ltr">
                  <Highlight text={find.code} query={input} />
                </span>
              )}
            </span>
          ),
          onClick: () => open(find),
        })),
    };
  };
  const byName = (items: typeof commands | typeof pages) =>
    items.filter((item) => !input.trim() || isFound(item.label, input) || item.id.includes(input.trim().toLowerCase()));
  const shownGroups = [
    { group: p('palette.pages'), actions: byName(pages) },
    ...kinds.map(groupOf),
    { group: p('palette.actions'), actions: byName(commands) },
  ];
  const actions: SpotlightActionGroupData[] = shownGroups.filter((group) => group.actions.length > 0);
  return (
    <Spotlight
      store={stored}
      actions={actions}
      query={input}
      onQueryChange={(text) => {
        forgetEnter();
        setInput(text);
      }}
      filter={(_, all) => all}
      nothingFound={isWaiting ? p('palette.waiting') : p('palette.empty')}
      shortcut={null}
      scrollable
      maxHeight={420}
      onSpotlightClose={() => {
        forgetEnter();
        releaseKeys();
      }}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        rightSection: isWaiting ? <Loader size={16} /> : undefined,
        placeholder: t('header.search'),
        'aria-label': t('header.search'),
        onKeyDownCapture,
        onFocus: (event) => {
          const early = releaseKeys();
          if (early) typeInto(event.currentTarget, early);
        },
      }}
      attributes={{ content: { 'aria-label': t('header.search') } }}
    />
  );
}
