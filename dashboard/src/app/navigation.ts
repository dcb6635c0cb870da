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
import type { titles } from '@/routes/i18n';
import type { Address } from '@/shared/ui/app-link';
import type { useAppText } from './i18n';

export interface NavItem {
  to: Address;
  /** Further paths, not below `to`, for which this item is active. */
  also?: readonly string[];
  /** The page's own title. */
  title: Parameters<typeof titles.now>[0];
  icon: Icon;
  /** Name of the counter in the sync answer (SH-05). */
  counter?: string;
  /** In the menu only while its counter is above zero or its page is open; the command palette always has it. */
  isRare?: boolean;
}
export interface NavGroup {
  label?: Parameters<typeof useAppText.now>[0];
  items: readonly NavItem[];
}

/**
 * The menu and the command palette read this one list; whether an item is visible follows from its route's `needs`. To
 * add a screen: one line here, under the title of its page (`routes/i18n`). It lists only existing screens.
 */
export const navigation: readonly NavGroup[] = [
  { items: [{ to: '/', title: 'home', icon: IconHome }] },
  {
    label: 'nav.sales',
    items: [
      {
        to: '/orders/list',
        title: 'orders',
        icon: IconShoppingBag,
        counter: 'orders',
      },
      {
        to: '/orders/confirm',
        title: 'confirm',
        icon: IconPhoneCall,
        counter: 'confirmations',
      },
      {
        to: '/orders/addresses',
        title: 'orderAddresses',
        icon: IconMapPinExclamation,
        counter: 'addresses',
        isRare: true,
      },
      {
        to: '/carts/contact',
        also: ['/carts', '/cart-reminders', '/marketing-notifications'],
        title: 'carts',
        icon: IconShoppingCart,
      },
      { to: '/coupons/list', title: 'coupons', icon: IconTicket },
      { to: '/customers/list', title: 'customers', icon: IconUsers },
    ],
  },
  {
    label: 'nav.reports',
    items: [
      {
        to: '/dashboard/ecommerce',
        title: 'salesReport',
        icon: IconChartHistogram,
      },
      { to: '/dashboard/analytics', title: 'visitsReport', icon: IconEye },
    ],
  },
  {
    label: 'nav.catalogue',
    items: [
      { to: '/products/list', title: 'products', icon: IconPackage },
      {
        to: '/products-categories/list',
        title: 'categories',
        icon: IconCategory,
      },
      { to: '/media', title: 'media', icon: IconPhoto },
      { to: '/products/stock', title: 'quantities', icon: IconBuildingWarehouse },
      {
        to: '/products/import',
        title: 'imports',
        icon: IconFileImport,
        counter: 'imports',
        isRare: true,
      },
    ],
  },
  {
    label: 'nav.settings',
    items: [
      { to: '/shipping-settings', title: 'shipping', icon: IconTruckDelivery },
      { to: '/payment-settings', title: 'payment', icon: IconCash },
      { to: '/settings/store', title: 'settings', icon: IconBuildingStore },
      { to: '/access-control', title: 'access', icon: IconUsersGroup },
      {
        to: '/failed-work',
        title: 'failedWork',
        icon: IconAlertTriangle,
        counter: 'jobs',
        isRare: true,
      },
    ],
  },
];
