import { createRoute } from '@tanstack/react-router';
import { auditList } from '@/features/access-control/access.model';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const access = createRoute({
  getParentRoute: () => rootRoute,
  path: '/access-control',
  staticData: { needs: 'read ACL', title: () => titles.now('access') },
  component: lazyPage(() => import('@/features/access-control/access-page'), 'AccessPage'),
});

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/access-control/log',
  validateSearch: listSearch(auditList),
  staticData: { needs: 'read ACL', title: () => titles.now('audit') },
  component: lazyPage(() => import('@/features/access-control/audit-page'), 'AuditPage'),
});

const failedWork = createRoute({
  getParentRoute: () => rootRoute,
  path: '/failed-work',
  staticData: { needs: 'read Setting', title: () => titles.now('failedWork') },
  component: lazyPage(() => import('@/features/failed-jobs/failed-jobs-page'), 'FailedJobsPage'),
});

export const accessRoutes = [access, audit, failedWork] as const;
