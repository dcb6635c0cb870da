import { can, getSession, useSession, type AbilityAction, type AbilitySubject } from '@/shared/session/session';

export type Permission = `${AbilityAction} ${AbilitySubject}`;

/** One permission, or all of several. */
export type Needs = Permission | readonly Permission[];

/**
 * What a member needs to open a screen, by the path of its route. The route's guard, the menu, the command palette and the
 * buttons that lead there all ask here; `screens.test.ts` compares it with what the server demands of the calls that the
 * screen stands on. A screen that is not named is for everybody who is signed in.
 */
export const screens = {
  '/': 'read Dashboard',
  '/dashboard/ecommerce': 'read Order',
  '/dashboard/analytics': 'read Dashboard',
  '/access-control': 'read ACL',
  '/access-control/log': 'read ACL',
  '/failed-work': 'read Setting',
  '/orders/list': 'read Order',
  '/orders/view/$id': 'read Order',
  '/orders/view/$id/edit': 'update Order',
  '/orders/add': 'create Order',
  '/orders/addresses': 'read Order',
  '/orders/batches': 'read Order',
  '/orders/batches/$id': 'read Order',
  '/orders/confirm': 'read Order',
  '/orders/confirm/waiting': 'read Order',
  '/orders/confirm/unreachable': 'read Order',
  '/orders/confirm/wrong-numbers': 'read Order',
  '/orders/confirm/deposits': 'read Order',
  '/orders/confirm/figures': 'read Order',
  '/mentions': 'read Order',
  '/customers/list': 'read Customer',
  '/customers/list/new': 'create Customer',
  '/customers/view/$id': 'read Customer',
  '/customers/view/$id/edit': 'update Customer',
  '/customers/duplicates': 'read Customer',
  '/customers/batches': 'read Customer',
  '/customers/segments': 'read Customer',
  '/customers/segments/$segment': 'update Customer',
  '/customers/import': 'read Customer',
  '/customers/import/$id': 'read Customer',
  '/carts/$step': 'read Cart',
  '/carts/view/$id': 'read Cart',
  '/cart-reminders': 'read Cart',
  '/marketing-notifications/list': 'read Cart',
  '/coupons/list': 'read Coupon',
  '/coupons/add': 'create Coupon',
  '/coupons/edit/$id': 'read Coupon',
  '/products/list': 'read Product',
  '/products/add': 'create Product',
  '/products/edit/$id': 'read Product',
  '/products/stock': 'read Product',
  '/products/stock/movements': 'read Product',
  '/products/stock/$id': 'read Product',
  '/products/bulk': 'update Product',
  '/products/batches': 'read Product',
  '/products/batches/$id': 'read Product',
  '/products/import': 'read Product',
  '/products/import/$id': 'read Product',
  '/products-categories/list': 'read Category',
  '/products-categories/list/$id': 'read Category',
  '/products-categories/products/$id': 'read Category',
  '/media': 'read Media',
  '/media/$id': 'read Media',
  '/shipping-settings': 'read Shipping',
  '/shipping-settings/$id': 'read Shipping',
  '/payment-settings': 'read Payment',
  '/payment-settings/cod-rules': 'read Payment',
  '/settings/store': 'read Setting',
  '/settings/store/general': 'read Setting',
  '/settings/store/checkout': 'read Setting',
  // Sections of the settings over what belongs to others: both are needed.
  '/settings/store/stock': ['read Setting', 'read Product'],
  '/settings/store/returns': ['read Setting', 'read Order'],
  '/settings/store/vat': 'read Setting',
  '/settings/store/documents': 'read Setting',
  '/settings/store/seo': 'read Setting',
} as const satisfies Record<string, Needs>;

export type Screen = keyof typeof screens;

/** What a route needs, by its path as declared: `/orders/view/$id`. */
export const needsOf = (path: string): Needs =>
  (screens as Partial<Record<string, Needs>>)[path === '/' ? path : path.replace(/\/$/, '')] ?? 'read Auth';

/** The screen of an address: `/carts/$step` of `/carts/contact`. */
export function screenOf(address: string): Screen | undefined {
  const parts = address.split('/');
  const fits = (screen: string) => {
    const own = screen.split('/');
    return own.length === parts.length && own.every((part, place) => part.startsWith('$') || part === parts[place]);
  };
  return address in screens ? (address as Screen) : (Object.keys(screens) as Screen[]).find(fits);
}

/** Whether somebody has what is needed. */
export function holds(needs: Needs, user = getSession().user): boolean {
  return (typeof needs === 'string' ? [needs] : needs).every((permission) => {
    const [action, subject] = permission.split(' ') as [AbilityAction, AbilitySubject];
    return can(action, subject, user);
  });
}

/** For a button that leads to a screen: `const mayAdd = useMayOpen('/products/add')`. */
export const useMayOpen = (screen: Screen): boolean => holds(screens[screen], useSession().user);
