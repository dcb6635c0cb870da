import { useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { hasPermissions, mayOpenBelow, needsOf, screenOf } from '@/modules/screens/screens';
import { titles } from '@/routes/i18n';
import { useSession } from '@/shared/session/session';
import { useAppText } from './i18n';
import { navigation, type NavArea, type NavItem } from './navigation';
import { useSync, type SyncData } from './sync';

export interface VisibleNavItem extends Pick<NavItem, 'isRare' | 'counter'> {
  to: string;
  /** The page's title. */
  label: string;
  /** Its name in the list of its area. */
  inArea: string;
}
export interface VisibleNavArea {
  label: string;
  icon: NavArea['icon'];
  /** At least one. */
  items: [VisibleNavItem, ...VisibleNavItem[]];
  isLast: boolean;
}

const isNotEmpty = <Item>(items: Item[]): items is [Item, ...Item[]] => items.length > 0;

const allItems = navigation.flatMap((area) => area.items);
const rareItems = allItems.filter((item) => item.isRare);
const noPaths: readonly string[] = [];
const waitingRareItems = ({ counters }: SyncData) =>
  rareItems.filter(({ counter }) => counter && counters[counter] > 0).map(({ to }): string => to);

/** The path of the menu's item that is open. */
export const useCurrentItem = (): string | undefined =>
  useRouterState({ select: (state): string | undefined => currentItem(state.location.pathname, allItems)?.to });

/**
 * The menu: the screens that this user may see, without rare ones whose counter is zero. An area is the same object
 * until something of it changes.
 */
export function useNavigation(): VisibleNavArea[] {
  const areas = useScreens();
  const current = useCurrentItem();
  const waiting = useSync(waitingRareItems) ?? noPaths;
  const here = useSession().store?.country;
  const shown = rareItems
    .filter(({ to, country }) => to === current || waiting.includes(to) || (here && here === country))
    .map(({ to }) => to);
  const shownRare = shown.join();
  return useMemo(
    () =>
      areas.flatMap((area) => {
        const items = area.items.filter((item) => !item.isRare || shownRare.split(',').includes(item.to));
        return isNotEmpty(items) ? [named(area, items)] : [];
      }),
    [areas, shownRare],
  );
}

/** An area with a single page has that page's name. */
const named = (area: VisibleNavArea, items: VisibleNavArea['items']): VisibleNavArea => ({
  ...area,
  items,
  label: items[1] ? area.label : items[0].label,
});

/** Pages below the settings' addresses that have a line of their own: who may open only those sees no settings. */
const elsewhere = navigation.flatMap(({ items }) =>
  items.filter(({ isIndex }) => !isIndex).map(({ to }) => String(to)),
);

/** Every screen that this user may see, by areas. */
export function useScreens(): VisibleNavArea[] {
  const t = useAppText();
  const title = titles();
  const { user } = useSession();
  return useMemo(() => {
    const mayOpen = ({ to, also = [], isIndex }: NavItem) =>
      isIndex ? mayOpenBelow(also, elsewhere, user) : hasPermissions(needsOf(screenOf(to) ?? to), user);
    return navigation.flatMap(({ label, icon, isLast = false, items: all }) => {
      const items = all.filter(mayOpen).map((item) => ({
        to: item.to as string,
        isRare: item.isRare,
        counter: item.counter,
        label: title(item.title),
        inArea: item.inArea ? t(item.inArea) : title(item.title),
      }));
      return isNotEmpty(items) ? [named({ label: label ? t(label) : items[0].label, icon, isLast, items }, items)] : [];
    });
  }, [t, title, user]);
}

/** Pages of the activity. The bell leads to them and is marked; no item of the menu is, whatever its path. */
export const isActivity = (path: string): boolean =>
  /^\/(mentions|failed-work|(orders|products|customers)\/batches)(\/|$)/.test(path);

/** `/orders/list` is active for `/orders/view/7` too: items match by area, and the longest match wins. */
export function currentItem<Item extends Pick<NavItem, 'to' | 'also'>>(
  path: string,
  items: readonly Item[],
): Item | undefined {
  if (isActivity(path)) return undefined;
  let best: Item | undefined;
  let length = -1;
  for (const item of items) {
    const to = String(item.to);
    const areas = to === '/' ? [] : [to.replace(/\/(list|general)$/, ''), ...(item.also ?? [])];
    const fit =
      to === path
        ? path.length + 1
        : Math.max(
            -1,
            ...areas.filter((area) => path === area || path.startsWith(`${area}/`)).map((area) => area.length),
          );
    if (fit > length) {
      best = item;
      length = fit;
    }
  }
  return best;
}
