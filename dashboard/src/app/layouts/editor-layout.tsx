import type { ReactNode } from 'react';
import { LineBanner } from './line-banner';
import classes from './shell.module.css';

/** The whole window for a full-bleed editor: it brings its own bar. */
export function EditorLayout({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className={classes.editor}>
      <LineBanner />
      {children}
    </main>
  );
}
