import {
  IconAlertTriangle,
  IconBuildingStore,
  IconBuildingWarehouse,
  IconCash,
  IconCategory,
  IconChartHistogram,
  IconEye,
  IconFileImport,
  IconHome,
  IconMapPinExclamation,
  IconPackage,
  IconPhoneCall,
  IconPhoto,
  IconShoppingBag,
  IconShoppingCart,
  IconTicket,
  IconTruckDelivery,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { Address } from '@/shared/ui/app-link';
import type { useAppText } from './i18n';

export interface NavItem {
  to: Address;
  /** Paths that light this item up, when they are not below `to`. */
  also?: readonly string[];
  label: Parameters<ReturnType<typeof useAppText>>[0];
  icon: Icon;
  /** Name of the counter in the sync answer (SH-05). */
  counter?: string;
  /** In the menu only while its counter tells of something or one is there; the command palette always has it. */
  isRare?: boolean;
}
export interface NavGroup {
  label?: NavItem['label'];
  items: readonly NavItem[];
}

/**
 * The menu and the command palette read this one list; who may see an item says `modules/screens`. To add a screen: one line here, its label in
 * `app/i18n/{ar,en}.json`. Only screens that exist stand in it.
 */
export const navigation: readonly NavGroup[] = [
  { items: [{ to: '/', label: 'nav.home', icon: IconHome }] },
  {
    label: 'nav.sales',
    items: [
      {
        to: '/orders/list',
        label: 'nav.orders',
        icon: IconShoppingBag,
        counter: 'orders',
      },
      {
        to: '/orders/confirm',
        label: 'nav.confirm',
        icon: IconPhoneCall,
        counter: 'confirmations',
      },
      {
        to: '/orders/addresses',
        label: 'nav.addresses',
        icon: IconMapPinExclamation,
        counter: 'addresses',
        isRare: true,
      },
      {
        to: '/carts/contact',
        also: ['/carts', '/cart-reminders', '/marketing-notifications'],
        label: 'nav.carts',
        icon: IconShoppingCart,
      },
      { to: '/coupons/list', label: 'nav.coupons', icon: IconTicket },
      { to: '/customers/list', label: 'nav.customers', icon: IconUsers },
    ],
  },
  {
    label: 'nav.reports',
    items: [
      {
        to: '/dashboard/ecommerce',
        label: 'nav.salesReport',
        icon: IconChartHistogram,
      },
      { to: '/dashboard/analytics', label: 'nav.visitsReport', icon: IconEye },
    ],
  },
  {
    label: 'nav.catalogue',
    items: [
      { to: '/products/list', label: 'nav.products', icon: IconPackage },
      {
        to: '/products-categories/list',
        label: 'nav.categories',
        icon: IconCategory,
      },
      { to: '/media', label: 'nav.media', icon: IconPhoto },
      { to: '/products/stock', label: 'nav.stock', icon: IconBuildingWarehouse },
      {
        to: '/products/import',
        label: 'nav.import',
        icon: IconFileImport,
        counter: 'imports',
        isRare: true,
      },
    ],
  },
  {
    label: 'nav.settings',
    items: [
      { to: '/shipping-settings', label: 'nav.shipping', icon: IconTruckDelivery },
      { to: '/payment-settings', label: 'nav.payment', icon: IconCash },
      { to: '/settings/store', label: 'nav.general', icon: IconBuildingStore },
      { to: '/access-control', label: 'nav.access', icon: IconUsersGroup },
      {
        to: '/failed-work',
        label: 'nav.failedWork',
        icon: IconAlertTriangle,
        counter: 'jobs',
        isRare: true,
      },
    ],
  },
];
