import type { ReactNode } from 'react';
import { LineBanner } from './line-banner';
import { NavBarList } from './nav-bar-list';
import { PageMain } from './page-main';
import { ShellHeader } from './shell-header';
import classes from './shell.module.css';
import { useNavDrawer } from './use-nav-drawer';

/** The menu as a second line below the header; small screens get the same drawer as the other shell. */
export function HorizontalLayout({ children }: { children: ReactNode }) {
  const { narrow, open, drawer } = useNavDrawer();
  return (
    <div className={classes.column}>
      <header className={classes.header}>
        <ShellHeader brand={!narrow} onMenu={open} />
        {!narrow && <NavBarList />}
        <LineBanner />
      </header>
      {drawer}
      <PageMain>{children}</PageMain>
    </div>
  );
}
