import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Tip } from '@/shared/ui/tip';
import { useAppText } from '../i18n';
import { Brand } from './brand';
import { LineBanner } from './line-banner';
import { setMenuCollapsed, useMenuCollapsed } from './layout-choice';
import { NavList } from './nav-list';
import { PageMain } from './page-main';
import { ShellHeader } from './shell-header';
import classes from './shell.module.css';
import { useNavDrawer } from './use-nav-drawer';

/** The default shell: menu at the start side (a drawer on small screens), header, page. */
export function VerticalLayout({ children }: { children: ReactNode }) {
  const t = useAppText();
  const { narrow, open, drawer } = useNavDrawer();
  const collapsed = useMenuCollapsed() && !narrow;
  const label = collapsed ? t('nav.expand') : t('nav.collapse');
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={classes.shell}>
      {!narrow && (
        <aside
          className={classes.navbar}
          data-side-menu={collapsed ? 'narrow' : 'wide'}
          data-collapsed={collapsed || undefined}
          aria-label={t('nav.side')}
        >
          <div className={classes.navTop}>
            {!collapsed && <Brand />}
            <Tip label={label} position="right">
              <ActionIcon
                aria-label={label}
                aria-expanded={!collapsed}
                c="dimmed"
                onClick={() => setMenuCollapsed(!collapsed)}
              >
                <Icon size={19} stroke={1.6} className="flip" />
              </ActionIcon>
            </Tip>
          </div>
          <div className={classes.navScroll}>
            <NavList collapsed={collapsed} />
          </div>
        </aside>
      )}
      {drawer}
      <div className={classes.column}>
        <header className={classes.header}>
          <ShellHeader onMenu={open} />
          <LineBanner />
        </header>
        <PageMain>{children}</PageMain>
      </div>
    </div>
  );
}
