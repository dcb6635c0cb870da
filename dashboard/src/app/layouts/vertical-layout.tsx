import { ActionIcon, AppShell, Drawer, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { useNarrowScreen } from '@/shared/ui/use-phone-screen';
import { useAppText } from '../i18n';
import { Brand } from './brand';
import { setMenuCollapsed, useMenuCollapsed } from './layout-choice';
import { NavList } from './nav-list';
import { PageMain } from './page-main';
import { ShellHeader } from './shell-header';
import classes from './shell.module.css';

/** The default shell: menu at the start side (a drawer on small screens), header, page. */
export function VerticalLayout({ children }: { children: ReactNode }) {
  const t = useAppText();
  const s = useShared();
  const narrow = useNarrowScreen();
  const collapsed = useMenuCollapsed() && !narrow;
  const [opened, drawer] = useDisclosure(false);
  const label = collapsed ? t('nav.expand') : t('nav.collapse');
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <AppShell
      layout="alt"
      header={{ height: 60 }}
      navbar={{ width: collapsed ? 72 : 256, breakpoint: 'md', collapsed: { mobile: true } }}
      padding={0}
    >
      <AppShell.Header className={classes.header}>
        <ShellHeader onMenu={narrow ? drawer.open : undefined} />
      </AppShell.Header>
      {!narrow && (
        <AppShell.Navbar className={classes.navbar} data-collapsed={collapsed || undefined}>
          <div className={classes.navTop}>
            {!collapsed && <Brand />}
            <Tooltip label={label} position="right">
              <ActionIcon aria-label={label} aria-expanded={!collapsed} onClick={() => setMenuCollapsed(!collapsed)}>
                <Icon size={19} stroke={1.6} className="flip" />
              </ActionIcon>
            </Tooltip>
          </div>
          <div className={classes.navScroll}>
            <NavList collapsed={collapsed} />
          </div>
        </AppShell.Navbar>
      )}
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
