import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addSearch, productsSearch } from '@/features/products/products.model';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/list',
  validateSearch: productsSearch,
  staticData: { resource: 'Product', title: () => titles.now('products') },
  component: lazyRouteComponent(() => import('@/features/products/products-list-page'), 'ProductsListPage'),
});

const add = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/add',
  validateSearch: addSearch,
  staticData: { resource: 'Product', action: 'create', title: () => titles.now('productAdd') },
  component: lazyRouteComponent(() => import('@/features/products/product-page'), 'AddProductPage'),
});

const edit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/edit/$id',
  staticData: { resource: 'Product', title: () => titles.now('productEdit') },
  component: lazyRouteComponent(() => import('@/features/products/product-page'), 'EditProductPage'),
});

export const productRoutes = [list, add, edit] as const;
