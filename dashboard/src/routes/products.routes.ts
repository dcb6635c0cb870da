import { createRoute } from '@tanstack/react-router';
import { productsSearch } from '@/features/products/products.model';
import { movementsList, quantitiesList } from '@/features/stock/stock.search';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/list',
  validateSearch: productsSearch,
  staticData: { needs: 'read Product', title: () => titles.now('products') },
  component: lazyPage(() => import('@/features/products/products-list-page'), 'ProductsListPage'),
});

const add = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/add',
  staticData: { needs: 'create Product', shape: 'form', title: () => titles.now('productAdd') },
  component: lazyPage(() => import('@/features/products/product-page'), 'AddProductPage'),
});

const edit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/edit/$id',
  staticData: { needs: 'read Product', shape: 'form', title: () => titles.now('productEdit') },
  component: lazyPage(() => import('@/features/products/product-page'), 'EditProductPage'),
});

const quantities = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/stock',
  validateSearch: listSearch(quantitiesList),
  staticData: { needs: 'read Product', title: () => titles.now('quantities') },
  component: lazyPage(() => import('@/features/stock/quantities-page'), 'QuantitiesPage'),
});

const movements = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/stock/movements',
  validateSearch: listSearch(movementsList),
  staticData: { needs: 'read Product', title: () => titles.now('stock') },
  component: lazyPage(() => import('@/features/stock/movements-page'), 'MovementsPage'),
});

const productStock = createRoute({
  getParentRoute: () => quantities,
  path: '$id',
  staticData: { needs: 'read Product', shape: 'dialog', title: () => titles.now('productStock') },
  component: lazyPage(() => import('@/features/stock/stock-drawer'), 'ProductStockDrawer'),
});

const variantStock = createRoute({
  getParentRoute: () => quantities,
  path: '$id/$variant',
  staticData: { needs: 'read Product', shape: 'dialog', title: () => titles.now('productStock') },
  component: lazyPage(() => import('@/features/stock/stock-drawer'), 'VariantStockDrawer'),
});

export const productRoutes = [
  list,
  add,
  edit,
  quantities.addChildren([productStock, variantStock]),
  movements,
] as const;
