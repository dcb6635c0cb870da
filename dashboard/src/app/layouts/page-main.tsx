import { Suspense, type ReactNode } from 'react';
import { lazyExtra } from '@/shared/ui/lazy-part';
import { useChangeStream, useSync, type SyncData } from '../sync';
import classes from './shell.module.css';

// Most stores are ready: the notice is no part of the first page.
const StorePending = lazyExtra(() =>
  import('./store-pending/store-pending').then((part) => ({ default: part.StorePending })),
);

const pendingParts = ({ configs }: SyncData) => ({
  url: configs.isUrlReady === false,
  theme: configs.isThemeReady === false,
});
const nothingPending = { url: false, theme: false };

/** The main element with the page, and the notice of a store that is still being provisioned (TH-06). */
export function PageMain({ children }: { children: ReactNode }) {
  const { url, theme } = useSync(pendingParts) ?? nothingPending;
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
