import { createRoute } from '@tanstack/react-router';
import { mediaSearch } from '@/features/media/media.model';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/media',
  validateSearch: mediaSearch,
  staticData: { needs: 'read Media', title: () => titles.now('media') },
  component: lazyPage(() => import('@/features/media/media-page'), 'MediaPage'),
});

const one = createRoute({
  getParentRoute: () => list,
  path: '$id',
  staticData: { needs: 'read Media', shape: 'dialog', title: () => titles.now('media') },
  component: lazyPage(() => import('@/features/media/media-drawer'), 'MediaDrawer'),
});

export const mediaRoutes = [list.addChildren([one])] as const;
