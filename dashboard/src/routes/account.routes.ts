import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { useAccountText } from '@/features/account/i18n';
import { rootRoute } from './root';

const security = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/security',
  staticData: { title: () => useAccountText.now('title') },
  component: lazyRouteComponent(() => import('@/features/account/security-page'), 'SecurityPage'),
});

export const accountRoutes = [security] as const;
