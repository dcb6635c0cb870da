import { createRoute } from '@tanstack/react-router';
import { mentionsList } from '@/features/mentions/mentions.model';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mentions',
  validateSearch: listSearch(mentionsList),
  staticData: { needs: 'read Order', title: () => titles.now('mentions') },
  component: lazyPage(() => import('@/features/mentions/mentions-page'), 'MentionsPage'),
});

export const mentionRoutes = [list] as const;
