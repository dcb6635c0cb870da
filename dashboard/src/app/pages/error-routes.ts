import { createRoute } from '@tanstack/react-router';
import type { rootRoute } from '@/routes/root';
import { useAppText } from '../i18n';
import {
  ComingSoonPage,
  ErrorPage,
  ExecutionFailedPage,
  FeatureLockedPage,
  MaintenancePage,
  NotAuthorizedPage,
  NotFoundPage,
  ServerUnreachablePage,
} from './error-pages';

const back = (search: Record<string, unknown>): { redirect?: string } => ({
  redirect: typeof search.redirect === 'string' && /^\/(?![/\\])/.test(search.redirect) ? search.redirect : undefined,
});

/**
 * GU-09. They need no server and no session, and are part of the first download: they must render when nothing can be
 * loaded.
 */
export const errorRoutes = (root: typeof rootRoute) => {
  const t = useAppText.now;
  const getParentRoute = () => root;
  return [
    createRoute({
      getParentRoute,
      path: '/error-404',
      component: NotFoundPage,
      staticData: { open: true, layout: 'full', title: () => t('page.404') },
    }),
    createRoute({
      getParentRoute,
      path: '/server-unreachable',
      component: ServerUnreachablePage,
      validateSearch: back,
      staticData: { open: true, layout: 'full', title: () => t('page.unreachable') },
    }),
    createRoute({
      getParentRoute,
      path: '/not-authorized',
      component: NotAuthorizedPage,
      staticData: { open: true, layout: 'full', title: () => t('page.notAuthorized') },
    }),
    createRoute({
      getParentRoute,
      path: '/under-maintenance',
      component: MaintenancePage,
      staticData: { open: true, layout: 'full', title: () => t('page.maintenance') },
    }),
    createRoute({
      getParentRoute,
      path: '/error',
      component: ErrorPage,
      staticData: { open: true, layout: 'full', title: () => t('page.error') },
    }),
    createRoute({
      getParentRoute,
      path: '/pages/miscellaneous/coming-soon',
      component: ComingSoonPage,
      staticData: { open: true, layout: 'full', title: () => t('page.soon') },
    }),
    createRoute({
      getParentRoute,
      path: '/execution-failed',
      component: ExecutionFailedPage,
      validateSearch: (search: Record<string, unknown>): { process?: string } => ({
        process: search.process ? String(search.process) : undefined,
      }),
      staticData: { open: true, layout: 'full', title: () => t('page.executionFailed') },
    }),
    createRoute({
      getParentRoute,
      path: '/feature-locked',
      component: FeatureLockedPage,
      staticData: { layout: 'full', title: () => t('page.locked') },
    }),
  ] as const;
};
