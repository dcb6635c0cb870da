import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';
import { LineBanner } from './line-banner';
import { PageMain } from './page-main';
import { ShellHeader } from './shell-header';
import classes from './shell.module.css';
import { useNavDrawer } from './use-nav-drawer';

const NavBarList = lazyPart(() => import('./nav-bar-list').then((part) => ({ default: part.NavBarList })));

/** The menu as a second line below the header; small screens get the same drawer as the other shell. */
export function HorizontalLayout({ children }: { children: ReactNode }) {
  const { narrow, open, drawer } = useNavDrawer();
  return (
    <div className={classes.column}>
      <header className={classes.header}>
        <ShellHeader brand={!narrow} onMenu={open} />
        {!narrow && (
          <Suspense fallback={<div className={classes.bar} />}>
            <NavBarList />
          </Suspense>
        )}
        <LineBanner />
      </header>
      {drawer}
      <PageMain>{children}</PageMain>
    </div>
  );
}
