import { createRoute } from '@tanstack/react-router';
import { mentionsList } from '@/features/mentions/mentions.model';
import { batchList } from '@/modules/batch-state/batch-state';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

/** The tabs of all histories stand above each of its children; it has no address of its own. */
const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'activity-shell',
  component: lazyPage(() => import('@/features/activity/activity-shell'), 'ActivityShell'),
});

const mentions = createRoute({
  getParentRoute: () => shell,
  path: '/mentions',
  validateSearch: listSearch(mentionsList),
  staticData: { needs: 'read Order', title: () => titles.now('mentions') },
  component: lazyPage(() => import('@/features/mentions/mentions-page'), 'MentionsPage'),
});

const orderBatches = createRoute({
  getParentRoute: () => shell,
  path: '/orders/batches',
  validateSearch: listSearch(batchList),
  staticData: { needs: 'read Order', title: () => titles.now('orderBatches') },
  component: lazyPage(() => import('@/features/orders/batches/batches-page'), 'OrderBatchesPage'),
});

const productBatches = createRoute({
  getParentRoute: () => shell,
  path: '/products/batches',
  validateSearch: listSearch(batchList),
  staticData: { needs: 'read Product', title: () => titles.now('batches') },
  component: lazyPage(() => import('@/features/batches/batches-page'), 'BatchesPage'),
});

const customerBatches = createRoute({
  getParentRoute: () => shell,
  path: '/customers/batches',
  staticData: { needs: 'read Customer', title: () => titles.now('customerBatches') },
  component: lazyPage(() => import('@/features/customers/batches/batches-page'), 'CustomerBatchesPage'),
});

const failedJobs = createRoute({
  getParentRoute: () => shell,
  path: '/failed-work',
  staticData: { needs: 'read Setting', title: () => titles.now('failedWork') },
  component: lazyPage(() => import('@/features/failed-jobs/failed-jobs-page'), 'FailedJobsPage'),
});

export const activityRoutes = [
  shell.addChildren([mentions, orderBatches, productBatches, customerBatches, failedJobs]),
] as const;
