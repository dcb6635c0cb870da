import { createRoute } from '@tanstack/react-router';
import { couponsList } from '@/features/coupons/coupons-list';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coupons/list',
  validateSearch: listSearch(couponsList),
  staticData: { needs: 'read Coupon', title: () => titles.now('coupons') },
  component: lazyPage(() => import('@/features/coupons/coupons-list-page'), 'CouponsListPage'),
});

const add = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coupons/add',
  // The coupon to duplicate.
  validateSearch: (raw: Record<string, unknown>): { from?: string } =>
    typeof raw.from === 'string' && raw.from ? { from: raw.from } : {},
  staticData: { needs: 'create Coupon', shape: 'form', title: () => titles.now('couponAdd') },
  component: lazyPage(() => import('@/features/coupons/coupon-page'), 'AddCouponPage'),
});

const edit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coupons/edit/$id',
  staticData: { needs: 'read Coupon', shape: 'form', title: () => titles.now('couponEdit') },
  component: lazyPage(() => import('@/features/coupons/coupon-page'), 'EditCouponPage'),
});

export const couponRoutes = [list, add, edit] as const;
