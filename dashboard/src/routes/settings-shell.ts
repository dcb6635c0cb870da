import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/shared/ui/lazy-page';
import { rootRoute } from './root';

/** The list of all settings stands beside each of its children; it has no address of its own. */
export const settingsShell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'settings-shell',
  component: lazyPage(() => import('@/features/settings/settings-shell'), 'SettingsShell'),
});
