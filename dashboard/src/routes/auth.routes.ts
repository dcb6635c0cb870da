import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { titles } from './i18n';
import { rootRoute } from './root';

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => ({
    // Only a path of this app: an address elsewhere would make the sign-in page a trap.
    redirect: typeof search.redirect === 'string' && /^\/(?![/\\])/.test(search.redirect) ? search.redirect : undefined,
  }),
  staticData: { layout: 'full', open: true, redirectIfLoggedIn: true, title: () => titles.now('login') },
  component: lazyRouteComponent(() => import('@/features/auth/login-page'), 'LoginPage'),
});

export const authRoutes = [login] as const;
