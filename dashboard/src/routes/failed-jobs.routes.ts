import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const failedWork = createRoute({
  getParentRoute: () => rootRoute,
  path: '/failed-work',
  staticData: { needs: 'read Setting', title: () => titles.now('failedWork') },
  component: lazyPage(() => import('@/features/failed-jobs/failed-jobs-page'), 'FailedJobsPage'),
});

export const failedJobRoutes = [failedWork] as const;
