import { createRootRoute, redirect } from '@tanstack/react-router';
import { clearSession, getSession } from '@/shared/session/session';
import { checkRoute, type RouteMeta } from './guard';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteMeta {}
}

/**
 * Parent of every route, with the navigation guard of all of them. Its component and error page are set by
 * `app/router.tsx`: routes may not import app.
 */
export const rootRoute = createRootRoute({
  beforeLoad: ({ matches, location, preload }) => {
    const match = matches.at(-1);
    const meta: RouteMeta = match?.staticData ?? {};
    const request = { meta, path: location.pathname, fullPath: location.href };
    const verdict = checkRoute(request, getSession());
    if (verdict.go === 'stay') return;
    if (verdict.go === '/login' && verdict.clear && !preload) clearSession();
    // This file does not see all routes that the guard may redirect to; the router does.
    throw redirect({
      to: verdict.go as string,
      search: 'back' in verdict && verdict.back ? { redirect: verdict.back } : {},
      replace: true,
    });
  },
});
