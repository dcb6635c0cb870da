import { ActionIcon, Burger, Button, Kbd, UnstyledButton } from '@mantine/core';
import { IconExternalLink, IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { onFirstTouch } from '@/shared/lib/first-touch';
import { useSession } from '@/shared/session/session';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Tip } from '@/shared/ui/tip';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { catchKeys } from '../early-keys';
import { useAppText } from '../i18n';
import { ActivityLink } from './activity-link';
import { Brand } from './brand';
import { UserMenu } from '../user-menu/user-menu';
import classes from './shell.module.css';

let isPaletteHere = false;
const loadPalette = () =>
  import('../command-palette').then((module) => {
    isPaletteHere = true;
    return module;
  });
const Palette = lazyDialog(loadPalette);

/** Preloads the palette, so that it opens without delay. */
function usePreloadPalette(): void {
  useEffect(() => onFirstTouch(() => void loadPalette().catch(() => undefined)), []);
}

/** Ctrl+K, on a Mac Command+K, also in a text field; by its position where the keyboard has other letters. */
function useSearchKey(open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key.toLowerCase() !== 'k' && event.code !== 'KeyK') return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Search and commands, the store's address, language, skin, account. */
export function ShellHeader({ onMenu, brand = false }: { onMenu?: () => void; brand?: boolean }) {
  const t = useAppText();
  const phone = usePhoneScreen();
  const { store } = useSession();
  const [openCount, setOpenCount] = useState(0);
  const open = () => {
    // Escape while it is still loading cancels it; later it closes by itself.
    catchKeys(() => {
      if (!isPaletteHere) setOpenCount(0);
    });
    setOpenCount((count) => count + 1);
  };
  usePreloadPalette();
  useSearchKey(open);
  return (
    <div className={classes.headerRow}>
      <div className={classes.group} style={{ flex: 1 }}>
        {onMenu && <Burger opened={false} onClick={onMenu} size="sm" aria-label={t('nav.open')} />}
        {brand && <Brand />}
        {phone ? (
          <ActionIcon aria-label={t('header.search')} c="var(--mantine-color-text)" onClick={open}>
            <IconSearch size={19} />
          </ActionIcon>
        ) : (
          <UnstyledButton className={classes.search} onClick={open}>
            <IconSearch size={17} aria-hidden />
            <span className={classes.searchText}>{t('header.search')}</span>
            <Kbd size="xs" dir="ltr">
              Ctrl K
            </Kbd>
          </UnstyledButton>
        )}
      </div>
      <div className={classes.group}>
        {store?.url &&
          (phone ? null : (
            <Tip label={store.url}>
              <Button
                component="a"
                href={store.url}
                target="_blank"
                rel="noopener"
                variant="subtle"
                color="gray"
                c="var(--mantine-color-text)"
                px={10}
                leftSection={<IconExternalLink size={18} aria-hidden />}
              >
                {t('header.viewStore')}
              </Button>
            </Tip>
          ))}
        <ActivityLink />
        <UserMenu />
      </div>
      {openCount > 0 && (
        <Suspense fallback={null}>
          <Palette openCount={openCount} />
        </Suspense>
      )}
    </div>
  );
}
