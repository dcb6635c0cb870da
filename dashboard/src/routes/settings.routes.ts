import { createRoute, redirect } from '@tanstack/react-router';
import { auditList } from '@/features/access-control/access.model';
import { shippingFormSearch } from '@/features/shipping/shipping.search';
import { listSearch } from '@/shared/table/list-search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { redirectTabs } from './redirects.routes';
import { settingsShell as shell } from './settings-shell';

const index = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  staticData: { title: () => titles.now('settings') },
  component: lazyPage(() => import('@/features/settings/settings-index-page'), 'SettingsIndexPage'),
});

const shipping = createRoute({
  getParentRoute: () => shell,
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

const courier = createRoute({
  getParentRoute: () => shipping,
  path: 'couriers/$courier',
  staticData: { needs: 'read Shipping', shape: 'dialog', title: () => titles.now('shipping') },
  component: lazyPage(() => import('@/features/shipping/accounts/courier-drawer'), 'CourierDrawer'),
});

const payment = createRoute({
  getParentRoute: () => shell,
  path: '/payment-settings',
  staticData: { needs: 'read Payment', shape: 'form', title: () => titles.now('payment') },
  component: lazyPage(() => import('@/features/payment/payment-page'), 'PaymentPage'),
});

const paymentMethod = createRoute({
  getParentRoute: () => payment,
  path: 'methods/$id',
  staticData: { needs: 'read Payment', shape: 'dialog', title: () => titles.now('payment') },
  component: lazyPage(() => import('@/features/payment/method-drawer'), 'MethodDrawer'),
});

const store = createRoute({
  getParentRoute: () => shell,
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
  staticData: { needs: 'read Setting', shape: 'form', title: () => titles.now('settingsGeneral') },
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

const codRules = createRoute({
  getParentRoute: () => shell,
  path: '/payment-settings/cod-rules',
  staticData: { needs: 'read Payment', shape: 'form', title: () => titles.now('codRules') },
  component: lazyPage(() => import('@/features/cod-rules/cod-rules-page'), 'CodRulesPage'),
});

const access = createRoute({
  getParentRoute: () => shell,
  path: '/access-control',
  staticData: { needs: 'read ACL', title: () => titles.now('access') },
  component: lazyPage(() => import('@/features/access-control/access-page'), 'AccessPage'),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/access-control/log',
  validateSearch: listSearch(auditList),
  staticData: { needs: 'read ACL', title: () => titles.now('audit') },
  component: lazyPage(() => import('@/features/access-control/audit-page'), 'AuditPage'),
});

export const settingsRoutes = [
  shell.addChildren([
    index,
    store.addChildren([first, general, checkout, stock, returns, vat, documents, seo]),
    redirectTabs,
    shipping.addChildren([shippingMethod, courier]),
    payment.addChildren([paymentMethod]),
    codRules,
    access,
    audit,
  ]),
] as const;
