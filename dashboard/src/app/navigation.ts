import {
  IconBuildingStore,
  IconChartHistogram,
  IconHome,
  IconPackage,
  IconSettings,
  IconShoppingBag,
  IconSpeakerphone,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { titles } from '@/routes/i18n';
import type { Address } from '@/shared/ui/app-link';
import type { useAppText } from './i18n';
import type { CounterName } from './sync';

type Text = Parameters<typeof useAppText.now>[0];

export interface NavItem {
  to: Address;
  /** Further paths, not below `to`, for which this item is active. */
  also?: readonly string[];
  /** The page's own title. */
  title: Parameters<typeof titles.now>[0];
  /** Its name below its area's, where the title would only repeat that name. */
  inArea?: Text;
  /** What waits on the page (SH-05). */
  counter?: CounterName;
  /** In the menu only while its counter is above zero or its page is open; the command palette always has it. */
  isRare?: boolean;
  /** A rare page that is in the menu of stores of this country, whatever its counter says. */
  country?: string;
  /** A page that leads to those below `also`: shown to users who may open one of them. */
  isIndex?: boolean;
}

/**
 * One line of the menu. Its name leads to its first page; its pages are listed below it while one of them is open. An
 * area of which a user may open a single page shows that page's name.
 */
export interface NavArea {
  label?: Text;
  icon: Icon;
  items: readonly NavItem[];
  /** Stands at the end of the side menu. */
  isLast?: boolean;
}

/**
 * The menu and the command palette read this one list; whether an item is visible follows from its route's `needs`. To
 * add a screen: one line here, under the title of its page (`routes/i18n`). It lists only existing screens; pages of the
 * settings are listed by the settings themselves (`features/settings/sections.ts`).
 */
export const navigation: readonly NavArea[] = [
  { icon: IconHome, items: [{ to: '/', title: 'home' }] },
  {
    label: 'nav.orders',
    icon: IconShoppingBag,
    items: [
      { to: '/orders/list', title: 'orders', inArea: 'nav.allOrders', counter: 'orders' },
      { to: '/orders/confirm', title: 'confirm', counter: 'confirmations' },
      {
        to: '/orders/addresses',
        title: 'orderAddresses',
        counter: 'addresses',
        isRare: true,
      },
      // The couriers of the program work in Egypt alone. Without an account the page offers to connect one.
      { to: '/couriers', title: 'courierPickups', isRare: true, country: 'EG' },
      { to: '/orders/payment-cases', title: 'paymentCases', counter: 'payment_cases', isRare: true },
      { to: '/courier-cash', title: 'courierCash' },
      { to: '/carts/contact', also: ['/carts'], title: 'carts' },
    ],
  },
  {
    label: 'nav.products',
    icon: IconPackage,
    items: [
      { to: '/products/list', title: 'products', inArea: 'nav.allProducts' },
      { to: '/products-categories/list', title: 'categories' },
      { to: '/products/stock', title: 'quantities' },
      { to: '/media', title: 'media' },
      { to: '/products/import', title: 'imports', counter: 'imports', isRare: true },
    ],
  },
  { icon: IconUsers, items: [{ to: '/customers/list', title: 'customers' }] },
  {
    label: 'nav.marketing',
    icon: IconSpeakerphone,
    items: [
      { to: '/coupons/list', title: 'coupons' },
      { to: '/cart-reminders', also: ['/marketing-notifications'], title: 'cartPlan' },
    ],
  },
  {
    label: 'nav.onlineStore',
    icon: IconBuildingStore,
    items: [
      { to: '/theme/editor', title: 'themeEditor' },
      { to: '/layout-settings', title: 'themes' },
      { to: '/settings/store/pages', title: 'contentPages' },
      { to: '/menus', title: 'menus' },
    ],
  },
  {
    label: 'nav.reports',
    icon: IconChartHistogram,
    items: [
      { to: '/dashboard/ecommerce', title: 'salesReport' },
      { to: '/dashboard/analytics', title: 'visitsReport' },
    ],
  },
  {
    icon: IconSettings,
    isLast: true,
    items: [
      {
        to: '/settings',
        also: ['/settings/store', '/shipping-settings', '/payment-settings', '/access-control'],
        title: 'settings',
        isIndex: true,
      },
    ],
  },
];
