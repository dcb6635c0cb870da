import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { setScreens } from '@/modules/screens/screens';
import { appRoutes } from '@/routes/app-routes';
import { devRoutes } from '@/routes/dev.routes';
import { rootRoute } from '@/routes/root';
import { parseSearch, stringifySearch } from '@/shared/lib/search-params';
import { RootLayout } from './layouts/root-layout';
import { errorRoutes } from './pages/error-routes';
import { NotFoundPage, RouteError, RoutePending } from './pages/error-pages';

setScreens(appRoutes);
rootRoute.update({ component: RootLayout, errorComponent: RouteError });

// SH-08: an unknown path goes to the page of that name.
const unknown = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  staticData: { open: true, layout: 'full' },
  beforeLoad: () => {
    throw redirect({ to: '/error-404', replace: true });
  },
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([...appRoutes, ...devRoutes, ...errorRoutes(rootRoute), unknown]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  defaultPendingComponent: RoutePending,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
