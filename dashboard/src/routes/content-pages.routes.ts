import { createRoute } from '@tanstack/react-router';
import { contentPagesList, newPageSearch } from '@/features/content-pages/content-pages.search';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/store/pages',
  validateSearch: listSearch(contentPagesList),
  staticData: { needs: 'read Page', title: () => titles.now('contentPages') },
  component: lazyPage(() => import('@/features/content-pages/content-pages-list-page'), 'ContentPagesListPage'),
});

const add = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/store/pages/new',
  // The page to duplicate, or the policy whose text it begins with.
  validateSearch: newPageSearch,
  staticData: { needs: 'create Page', shape: 'form', title: () => titles.now('contentPageAdd') },
  component: lazyPage(() => import('@/features/content-pages/content-page'), 'AddContentPage'),
});

const edit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/store/pages/$id',
  staticData: { needs: 'read Page', shape: 'form', title: () => titles.now('contentPageEdit') },
  component: lazyPage(() => import('@/features/content-pages/content-page'), 'EditContentPage'),
});

export const contentPageRoutes = [list, add, edit] as const;
