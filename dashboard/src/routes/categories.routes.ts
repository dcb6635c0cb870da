import { createRoute } from '@tanstack/react-router';
import { categoryFormSearch } from '@/features/categories/categories.model';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products-categories/list',
  staticData: { needs: 'read Category', title: () => titles.now('categories') },
  component: lazyPage(() => import('@/features/categories/categories-list-page'), 'CategoriesListPage'),
});

const form = createRoute({
  getParentRoute: () => list,
  path: '$id',
  validateSearch: categoryFormSearch,
  staticData: { needs: 'read Category', shape: 'dialog', title: () => titles.now('categories') },
  component: lazyPage(() => import('@/features/categories/category-drawer'), 'CategoryDrawer'),
});

const productsOf = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products-categories/products/$id',
  staticData: { needs: 'read Category', title: () => titles.now('categories') },
  component: lazyPage(() => import('@/features/categories/category-products-page'), 'CategoryProductsPage'),
});

export const categoryRoutes = [list.addChildren([form]), productsOf] as const;
