import { createRoute } from '@tanstack/react-router';
import { cashList, importSearch, settlementRows, settlementsList } from '@/features/courier-cash/courier-cash.search';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const cash = createRoute({
  getParentRoute: () => rootRoute,
  path: '/courier-cash',
  validateSearch: listSearch(cashList),
  staticData: { needs: 'read Order', title: () => titles.now('courierCash') },
  component: lazyPage(() => import('@/features/courier-cash/cash-page'), 'CourierCashPage'),
});

const settlements = createRoute({
  getParentRoute: () => rootRoute,
  path: '/courier-cash/settlements',
  validateSearch: listSearch(settlementsList),
  staticData: { needs: 'read Order', title: () => titles.now('courierSettlements') },
  component: lazyPage(() => import('@/features/courier-cash/settlements-page'), 'SettlementsPage'),
});

const add = createRoute({
  getParentRoute: () => rootRoute,
  path: '/courier-cash/import',
  validateSearch: importSearch,
  staticData: { needs: 'update Order', shape: 'form', title: () => titles.now('courierSheet') },
  component: lazyPage(() => import('@/features/courier-cash/import-page'), 'CourierImportPage'),
});

const settlement = createRoute({
  getParentRoute: () => rootRoute,
  path: '/courier-cash/settlements/$id',
  validateSearch: listSearch(settlementRows),
  staticData: { needs: 'read Order', shape: 'detail', title: () => titles.now('courierSettlements') },
  component: lazyPage(() => import('@/features/courier-cash/settlement-page'), 'SettlementPage'),
});

export const courierCashRoutes = [cash, settlements, add, settlement] as const;
