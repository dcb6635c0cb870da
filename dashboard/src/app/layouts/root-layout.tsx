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

// One element each, so that the shell is not rendered again with what surrounds it.
const page = <Outlet />;
const layout = <PageLayout />;
const pageChange = <PageChange />;

export function RootLayout() {
  const t = useAppText();
  const operator = useSession().user?.operator;
  useHomeCheck();
  useFocusRestore();
  return (
    <>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <div id={announcerId} aria-live="polite" className="unseen" />
      {pageChange}
      <Suspense fallback={<ShellShape />}>{layout}</Suspense>
      <Suspense fallback={null}>
        {operator && <OnBehalfBanner />}
        <PageExtras />
      </Suspense>
    </>
  );
}

/** Puts a page into the layout that its route names (SH-02). */
function PageLayout() {
  const named = useMatches({ select: (matches) => matches.at(-1)?.staticData.layout });
  const chosen = useLayoutChoice();
  const Layout = layouts[named ?? chosen];
  return <Layout>{page}</Layout>;
}

/** What a change of the page does around it: progress, the document's title (SH-03), the focus. It renders with each step. */
function PageChange() {
  const s = useShared();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })?.();
  const pageName = useOpenPageName() ?? title;
  useEffect(() => {
    document.title = pageName ? `${s('platform')} · ${pageName}` : s('platform');
  }, [pageName, s]);
  const loading = useRouterState({ select: (state) => state.isLoading });
  useEffect(() => (loading ? watchPending() : undefined), [loading]);
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  usePageFocus(path, title);
  return <ProgressBar active={loading} />;
}
