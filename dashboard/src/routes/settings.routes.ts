import { createRoute, redirect } from '@tanstack/react-router';
import { shippingFormSearch } from '@/features/shipping/shipping.search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const shipping = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipping-settings',
  staticData: { needs: 'read Shipping', title: () => titles.now('shipping') },
  component: lazyPage(() => import('@/features/shipping/shipping-page'), 'ShippingPage'),
});

const shippingMethod = createRoute({
  getParentRoute: () => shipping,
  path: '$id',
  validateSearch: shippingFormSearch,
  staticData: { needs: 'read Shipping', shape: 'dialog', title: () => titles.now('shipping') },
  component: lazyPage(() => import('@/features/shipping/shipping-drawer'), 'ShippingDrawer'),
});

const payment = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-settings',
  staticData: { needs: 'read Payment', shape: 'form', title: () => titles.now('payment') },
  component: lazyPage(() => import('@/features/payment/payment-page'), 'PaymentPage'),
});

const store = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/store',
  staticData: { needs: 'read Setting', shape: 'form', title: () => titles.now('settings') },
  component: lazyPage(() => import('@/features/settings/settings-layout'), 'SettingsLayout'),
});

const first = createRoute({
  getParentRoute: () => store,
  path: '/',
  staticData: { needs: 'read Setting' },
  beforeLoad: () => {
    throw redirect({ to: '/settings/store/general', replace: true });
  },
});

const general = createRoute({
  getParentRoute: () => store,
  path: 'general',
  staticData: { needs: 'read Setting', shape: 'form', title: () => titles.now('settings') },
  component: lazyPage(() => import('@/features/settings/general-page'), 'GeneralPage'),
});

const checkout = createRoute({
  getParentRoute: () => store,
  path: 'checkout',
  staticData: { needs: 'read Setting', shape: 'form', title: () => titles.now('settingsCheckout') },
  component: lazyPage(() => import('@/features/settings/checkout-page'), 'CheckoutPage'),
});

const vat = createRoute({
  getParentRoute: () => store,
  path: 'vat',
  staticData: { needs: 'read Setting', shape: 'form', title: () => titles.now('settingsVat') },
  component: lazyPage(() => import('@/features/settings/vat-page'), 'VatPage'),
});

const documents = createRoute({
  getParentRoute: () => store,
  path: 'documents',
  staticData: { needs: 'read Setting', shape: 'form', title: () => titles.now('settingsDocuments') },
  component: lazyPage(() => import('@/features/settings/documents-page'), 'DocumentsPage'),
});

const seo = createRoute({
  getParentRoute: () => store,
  path: 'seo',
  staticData: { needs: 'read Setting', shape: 'form', title: () => titles.now('settingsSeo') },
  component: lazyPage(() => import('@/features/settings/seo-page'), 'SeoPage'),
});

// Settings of another subject's screens: both permissions are needed.
const stock = createRoute({
  getParentRoute: () => store,
  path: 'stock',
  staticData: { needs: ['read Setting', 'read Product'], shape: 'form', title: () => titles.now('settingsStock') },
  component: lazyPage(() => import('@/features/stock/stock-settings-page'), 'StockSettingsPage'),
});

const returns = createRoute({
  getParentRoute: () => store,
  path: 'returns',
  staticData: { needs: ['read Setting', 'read Order'], title: () => titles.now('settingsReturns') },
  component: lazyPage(() => import('@/features/orders/money/reasons-page'), 'ReasonsPage'),
});

export const settingsRoutes = [
  shipping.addChildren([shippingMethod]),
  payment,
  store.addChildren([first, general, checkout, stock, returns, vat, documents, seo]),
] as const;
