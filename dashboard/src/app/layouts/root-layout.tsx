import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { useSession } from '@/shared/session/session';
import { lazyExtra } from '@/shared/ui/lazy-part';
import { useOpenPageName } from '@/shared/ui/page-name';
import { watchPending } from '../chunks';
import { useHomeCheck } from '../home-check';
import { announcerId } from '@/shared/ui/announce';
import { useFocusRestore, usePageFocus } from '../focus';
import { useAppText } from '../i18n';
import { EditorLayout } from './editor-layout';
import { FullLayout } from './full-layout';
import { useLayoutChoice } from './layout-choice';
import { OnBehalfLine } from './on-behalf-line';
import { ProgressBar } from './progress-bar';
import { ShellShape } from './shell-shape';
import { VerticalLayout } from './vertical-layout';

// These are not needed for the first page; few sessions are an operator's, few use the top menu. A failure around the
// page must not replace the page: a part that fails to load is left out, or has a fallback.
const PageExtras = lazyExtra(() => import('./page-extras').then((part) => ({ default: part.PageExtras })));
const OnBehalfBanner = lazyExtra(
  () => import('./on-behalf-banner').then((part) => ({ default: part.OnBehalfBanner })),
  OnBehalfLine,
);

const HorizontalLayout = lazyExtra(
  () => import('./horizontal-layout').then((part) => ({ default: part.HorizontalLayout })),
  VerticalLayout,
);

const layouts = { vertical: VerticalLayout, horizontal: HorizontalLayout, full: FullLayout, editor: EditorLayout };

/** Puts a page into the layout that its route names (SH-02), and gives the document its title (SH-03). */
export function RootLayout() {
  const t = useAppText();
  const s = useShared();
  const operator = useSession().user?.operator;
  const meta = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const chosen = useLayoutChoice();
  useHomeCheck();
  const loading = useRouterState({ select: (state) => state.isLoading });
  const name = meta?.layout ?? chosen;
  const Layout = layouts[name];

  const title = meta?.title?.();
  const pageName = useOpenPageName() ?? title;
  useEffect(() => {
    document.title = pageName ? `${s('platform')} · ${pageName}` : s('platform');
  }, [pageName, s]);

  useEffect(() => (loading ? watchPending() : undefined), [loading]);
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  usePageFocus(path, title);
  useFocusRestore();

  return (
    <>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <div id={announcerId} aria-live="polite" className="unseen" />
      <ProgressBar active={loading} />
      <Suspense fallback={<ShellShape />}>
        <Layout>
          <Outlet />
        </Layout>
      </Suspense>
      <Suspense fallback={null}>
        {operator && <OnBehalfBanner />}
        <PageExtras />
      </Suspense>
    </>
  );
}
