import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/shared/ui/lazy-page';
import { rootRoute } from './root';

// A function: a build for production leaves out what nothing calls.
const createKit = () =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/dev/kit',
    staticData: { open: true, title: () => 'Kit' },
    component: lazyPage(() => import('@/features/kit/kit-page'), 'KitPage'),
  });

/** Pages of development; a build for production has neither their routes nor their code. */
export const devRoutes = import.meta.env.DEV ? ([createKit()] as const) : ([] as const);
