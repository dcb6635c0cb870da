import { AppShell, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { useNarrowScreen } from '@/shared/ui/use-phone-screen';
import { Brand } from './brand';
import { NavBarList } from './nav-bar-list';
import { NavList } from './nav-list';
import { PageMain } from './page-main';
import { ShellHeader } from './shell-header';
import classes from './shell.module.css';

/** The menu as a second line below the header; small screens get the same drawer as the other shell. */
export function HorizontalLayout({ children }: { children: ReactNode }) {
  const s = useShared();
  const narrow = useNarrowScreen();
  const [opened, drawer] = useDisclosure(false);
  return (
    <AppShell header={{ height: narrow ? 60 : 108 }} padding={0}>
      <AppShell.Header className={classes.header} data-tall={!narrow || undefined}>
        <ShellHeader brand={!narrow} onMenu={narrow ? drawer.open : undefined} />
        {!narrow && <NavBarList />}
      </AppShell.Header>
      <Drawer
        opened={narrow && opened}
        onClose={drawer.close}
        position="left"
        size={288}
        title={<Brand />}
        closeButtonProps={{ 'aria-label': s('close') }}
      >
        <NavList onNavigate={drawer.close} />
      </Drawer>
      <PageMain>{children}</PageMain>
    </AppShell>
  );
}
