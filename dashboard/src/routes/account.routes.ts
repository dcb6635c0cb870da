import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const security = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/security',
  staticData: { shape: 'form', title: () => titles.now('security') },
  component: lazyPage(() => import('@/features/account/security-page'), 'SecurityPage'),
});

export const accountRoutes = [security] as const;
