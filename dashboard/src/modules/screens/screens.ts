import type { AnyRoute } from '@tanstack/react-router';
import { can, getSession, useSession, type AbilityAction, type AbilitySubject } from '@/shared/session/session';
import type { Address, RoutePath } from '@/shared/ui/app-link';

export type Permission = `${AbilityAction} ${AbilitySubject}`;

/** One permission, or all of several. */
export type Needs = Permission | readonly Permission[];

/** A screen, by the path of its route as it is declared: `/orders/view/$id`. */
export type Screen = Exclude<RoutePath, '/$'>;

/** Each screen's `staticData.needs` of its route. A screen without an entry is open to every signed-in user. */
let screens: ReadonlyMap<string, Needs> | undefined;

/** Each screen's title, read in the language of that moment. */
const pageTitles = new Map<string, () => string>();

const withoutEnd = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''));

/**
 * Registers the permissions that the routes need, and their titles. The router's setup calls it before anything is rendered: the menu,
 * the command palette and the buttons of features ask here, and none of them may import routes. `screens.test.ts`
 * compares it with the server's permissions of the calls that a screen depends on.
 */
export function setScreens(routes: readonly AnyRoute[]): void {
  const found = new Map<string, Needs>();
  const read = (route: AnyRoute, parent: string) => {
    const own: string = 'path' in route.options ? route.options.path : '';
    const path = withoutEnd(`${parent}/${own}`.replace(/\/{2,}/g, '/'));
    const needs: Needs | undefined = route.options.staticData?.needs;
    if (needs) found.set(path, needs);
    const title: (() => string) | undefined = route.options.staticData?.title;
    if (title) pageTitles.set(path, title);
    for (const child of (route.children ?? []) as readonly AnyRoute[]) read(child, path);
  };
  for (const route of routes) read(route, '');
  screens = found;
}

function known(): ReadonlyMap<string, Needs> {
  // An empty table would show every button to everybody.
  if (!screens) throw new Error('setScreens was not called');
  return screens;
}

/** The permission that a screen needs, by its route's path. */
export const needsOf = (path: Screen | Address): Needs => known().get(withoutEnd(path)) ?? 'read Auth';

/** The title of a page, by its route's path. */
export const titleOf = (path: Screen): string => pageTitles.get(withoutEnd(path))?.() ?? '';

/** The screen of an address, if it needs a permission: `/carts/$step` of `/carts/contact`. */
export function screenOf(address: string): Screen | undefined {
  const parts = address.split('/');
  const fits = (screen: string) => {
    const own = screen.split('/');
    return own.length === parts.length && own.every((part, place) => part.startsWith('$') || part === parts[place]);
  };
  const found = known().has(address) ? address : [...known().keys()].find(fits);
  return found as Screen | undefined;
}

/** Whether a user has all needed permissions. */
export function hasPermissions(needs: Needs, user = getSession().user): boolean {
  return (typeof needs === 'string' ? [needs] : needs).every((permission) => {
    const [action, subject] = permission.split(' ') as [AbilityAction, AbilitySubject];
    return can(action, subject, user);
  });
}

/** Whether the user may open a screen, for links to it: `const mayAdd = useMayOpen('/products/add')`. */
export const useMayOpen = (screen: Screen): boolean => hasPermissions(needsOf(screen), useSession().user);

const isBelow = (path: string, areas: readonly string[]) =>
  areas.some((area) => path === area || path.startsWith(`${area}/`));

/** Whether the user may open any screen at or below one of these addresses, and not at or below one of the others. */
export const mayOpenBelow = (areas: readonly string[], others: readonly string[], user = getSession().user): boolean =>
  [...known()].some(([path, needs]) => isBelow(path, areas) && !isBelow(path, others) && hasPermissions(needs, user));
