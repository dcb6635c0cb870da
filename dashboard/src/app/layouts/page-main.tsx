import { Suspense, type ReactNode } from 'react';
import { lazyExtra } from '@/shared/ui/lazy-part';
import { useChangeStream, useSync } from '../sync';
import classes from './shell.module.css';

// Most stores are ready: the notice is no part of the first page.
const StorePending = lazyExtra(() =>
  import('./store-pending/store-pending').then((part) => ({ default: part.StorePending })),
);

/** The main element with the page, and the notice of a store that is still being provisioned (TH-06). */
export function PageMain({ children }: { children: ReactNode }) {
  const configs = useSync()?.configs;
  const [url, theme] = [configs?.isUrlReady === false, configs?.isThemeReady === false];
  useChangeStream();
  return (
    <main id="content" tabIndex={-1} className={classes.page}>
      {(url || theme) && (
        <Suspense fallback={null}>
          <StorePending url={url} theme={theme} />
        </Suspense>
      )}
      {children}
    </main>
  );
}
