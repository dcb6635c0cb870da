import type { ReactNode } from 'react';
import { Brand } from './brand';
import { LineBanner } from './line-banner';
import { LanguageSwitch, SkinSwitch } from './switches';
import classes from './shell.module.css';

/** Sign-in, registration and error pages: no menu. */
export function FullLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.full}>
      <header className={classes.fullHeader}>
        <Brand />
        <div className={classes.group}>
          <LanguageSwitch />
          <SkinSwitch />
        </div>
      </header>
      <LineBanner />
      <main id="content" tabIndex={-1} className={classes.fullMain}>
        {children}
      </main>
    </div>
  );
}
