import { createRoute } from '@tanstack/react-router';
import { ownPath } from '@/shared/lib/own-path';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => ({
    redirect: ownPath(search.redirect),
  }),
  staticData: { layout: 'full', open: true, redirectIfLoggedIn: true, title: () => titles.now('login') },
  component: lazyPage(() => import('@/features/auth/login-page'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  staticData: {
    layout: 'full',
    open: true,
    redirectIfLoggedIn: true,
    redirectIfDemoHost: true,
    title: () => titles.now('register'),
  },
  component: lazyPage(() => import('@/features/auth/register-page'), 'RegisterPage'),
});

const continueRegistration = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register/continue/$process/$token',
  staticData: { layout: 'full', open: true, redirectIfDemoHost: true, title: () => titles.now('continue') },
  component: lazyPage(() => import('@/features/auth/continue-page'), 'ContinuePage'),
});

const forgot = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  staticData: { layout: 'full', open: true, redirectIfDemoHost: true, title: () => titles.now('forgot') },
  component: lazyPage(() => import('@/features/auth/forgot-page'), 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password/$token',
  staticData: { layout: 'full', open: true, redirectIfDemoHost: true, title: () => titles.now('reset') },
  component: lazyPage(() => import('@/features/auth/reset-page'), 'ResetPage'),
});

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation/$token',
  staticData: { layout: 'full', open: true, redirectIfDemoHost: true, title: () => titles.now('invitation') },
  component: lazyPage(() => import('@/features/auth/invitation/invitation-page'), 'InvitationPage'),
});

const impersonate = createRoute({
  getParentRoute: () => rootRoute,
  path: '/impersonate/$encoded',
  staticData: { layout: 'full', open: true, title: () => titles.now('impersonate') },
  component: lazyPage(() => import('@/features/auth/impersonate-page'), 'ImpersonatePage'),
});

const terms = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  staticData: { layout: 'full', open: true, title: () => titles.now('terms') },
  component: lazyPage(() => import('@/features/auth/legal-page'), 'TermsPage'),
});

const privacy = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  staticData: { layout: 'full', open: true, title: () => titles.now('privacy') },
  component: lazyPage(() => import('@/features/auth/legal-page'), 'PrivacyPage'),
});

export const authRoutes = [
  login,
  register,
  continueRegistration,
  forgot,
  reset,
  invitation,
  impersonate,
  terms,
  privacy,
] as const;
