// The product's own texts: a walk finds buttons by their text, in either language.
import { readFileSync } from 'node:fs';

const dashboard = new URL('../src/', import.meta.url);
const theme = new URL('../../themes/one/locales/', import.meta.url);
const folders = {
  app: 'app',
  titles: 'routes',
  shared: 'shared',
  credentials: 'shared/forms/credentials',
  forms: 'shared/forms',
  upload: 'shared/upload',
  shortcuts: 'shared/table',
  bulkBar: 'shared/table/bulk',
  charts: 'shared/ui',
  access: 'features/access-control',
  account: 'features/account',
  auth: 'features/auth',
  batches: 'modules/batches',
  batchLog: 'features/batches',
  batchState: 'modules/batch-state',
  bulk: 'features/products/bulk',
  carts: 'features/carts',
  cartExport: 'features/carts/export',
  categories: 'features/categories',
  codRules: 'features/cod-rules',
  confirm: 'features/confirm',
  contentPages: 'features/content-pages',
  contentPageForm: 'features/content-pages/form',
  coupons: 'features/coupons',
  courierCash: 'features/courier-cash',
  courierClaim: 'features/courier-cash/claim',
  couponModule: 'modules/coupons',
  goods: 'modules/product-picker',
  searchPreview: 'modules/search-preview',
  dnd: 'shared/dnd',
  customers: 'features/customers',
  customerForm: 'features/customers/form',
  customerMerge: 'features/customers/merge',
  segments: 'features/customers/segments',
  customerBatches: 'features/customers/batches',
  customerExport: 'features/customers/export',
  personal: 'features/customers/personal',
  redirects: 'features/redirects',
  personalDialogs: 'features/customers/personal/dialogs',
  home: 'features/home',
  imports: 'features/imports',
  fileImport: 'modules/file-import',
  customerImports: 'features/imports/customers',
  media: 'features/media',
  onboarding: 'features/onboarding',
  orders: 'features/orders',
  order: 'features/orders/page',
  nextStatus: 'features/orders/next-status',
  orderExport: 'features/orders/export',
  orderList: 'features/orders/list',
  orderMoney: 'features/orders/money',
  orderEdit: 'features/orders/edit',
  orderDraft: 'features/orders/draft',
  orderNotes: 'features/orders/notes',
  orderAddresses: 'features/orders/addresses',
  paymentCases: 'features/orders/payment-cases',
  onlinePaymentsCard: 'features/orders/online-payments/card',
  address: 'modules/address',
  ruleBuilder: 'modules/rule-builder',
  orderBatches: 'features/orders/batches',
  invitation: 'features/auth/invitation',
  mentions: 'features/mentions',
  mentioning: 'modules/mentions',
  transfers: 'features/orders/transfers',
  shipments: 'features/orders/shipments',
  bulkShipments: 'features/orders/shipments/bulk',
  bulkShipmentOutcome: 'features/orders/shipments/bulk/outcome',
  payment: 'features/payment',
  gatewayEvents: 'features/payment/events',
  products: 'features/products',
  settings: 'features/settings',
  reports: 'features/reports',
  sheet: 'features/products/bulk/sheet',
  exports: 'modules/export',
  productExport: 'features/products/export',
  documents: 'modules/documents',
  editor: 'shared/rich-text',
  shipping: 'features/shipping',
  courierAccounts: 'features/shipping/accounts',
  courierMethod: 'features/shipping/courier-method',
  courierShipments: 'features/orders/shipments/courier',
  courierPickups: 'features/courier-pickups',
  returnParcels: 'features/orders/shipments/returns',
  stock: 'features/stock',
  activity: 'modules/activity-log',
  activityCentre: 'features/activity',
  status: 'modules/status-badge',
  trust: 'modules/trust',
};

const read = (folder, path) => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));

function render(entry, values, language) {
  const form = new Intl.PluralRules(language).select(Number(values.count ?? 0));
  const text = typeof entry === 'string' ? entry : (values.count === 0 && entry.zero) || entry[form] || entry.other;
  return text.replace(/\{(\w+)\}/g, (match, name) =>
    typeof values[name] === 'number' ? values[name].toLocaleString('en-US') : (values[name] ?? match),
  );
}

/** `w.imports('check')`, `w.imports('start', { count: 3 })`; `w.shop('cart.checkout')` is the storefront's. */
export function words(language) {
  const of =
    (name, find) =>
    (key, values = {}) => {
      const entry = find(key);
      if (entry === undefined) throw new Error(`no text ${name}:${key} in ${language}`);
      return render(entry, values, language);
    };
  const areas = Object.entries(folders).map(([name, folder]) => {
    const texts = read(dashboard, `${folder}/i18n/${language}.json`);
    return [name, of(name, (key) => texts[key])];
  });
  const shop = read(theme, `${language}.json`);
  return {
    language,
    ...Object.fromEntries(areas),
    shop: of('shop', (key) => key.split('.').reduce((at, part) => at?.[part], shop)),
  };
}

/** Matches the beginning of a field's label; a mark for "required" may follow. */
export const label = (text) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
