import { createRoute } from '@tanstack/react-router';
import { productsSearch } from '@/features/products/products.model';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

/** The spreadsheet takes the list's filters, or up to a hundred selected products. */
const sheetSearch = (raw: Record<string, unknown>) => ({
  ...productsSearch(raw),
  ...(typeof raw.ids === 'string' && raw.ids && { ids: raw.ids }),
});

const sheet = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/bulk',
  validateSearch: sheetSearch,
  staticData: { needs: 'update Product', title: () => titles.now('productSheet') },
  component: lazyPage(() => import('@/features/products/bulk/sheet/sheet-page'), 'SheetPage'),
});

const batch = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/batches/$id',
  staticData: { needs: 'read Product', shape: 'detail', title: () => titles.now('batches') },
  component: lazyPage(() => import('@/features/batches/batch-page'), 'BatchPage'),
});

export const bulkRoutes = [sheet, batch] as const;
