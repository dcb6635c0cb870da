import { useRouterState } from '@tanstack/react-router';
import { hasPermissions, mayOpenBelow, needsOf, screenOf } from '@/modules/screens/screens';
import { titles } from '@/routes/i18n';
import type { Schema } from '@/shared/api/wire-schema';
import { useSession } from '@/shared/session/session';
import { useAppText } from './i18n';
import { navigation, type NavArea, type NavItem } from './navigation';
import { useSync } from './sync';

export interface VisibleNavItem extends Pick<NavItem, 'isRare'> {
  to: string;
  /** The page's title. */
  label: string;
  /** Its name in the list of its area. */
  inArea: string;
  active: boolean;
  count: number;
  /** The count is capped: there are more. */
  isMore: boolean;
}
export interface VisibleNavArea {
  label: string;
  icon: NavArea['icon'];
  /** At least one. */
  items: [VisibleNavItem, ...VisibleNavItem[]];
  isLast: boolean;
}

const isNotEmpty = <Item>(items: Item[]): items is [Item, ...Item[]] => items.length > 0;

/** The menu: the screens that this user may see, without rare ones whose counter is zero. */
export function useNavigation(): VisibleNavArea[] {
  return useScreens().flatMap((area) => {
    const items = area.items.filter((item) => !item.isRare || item.active || item.count > 0);
    return isNotEmpty(items) ? [named(area, items)] : [];
  });
}

/** An area with a single page has that page's name. */
const named = (area: VisibleNavArea, items: VisibleNavArea['items']): VisibleNavArea => ({
  ...area,
  items,
  label: items[1] ? area.label : items[0].label,
});

/** Every screen that this user may see, by areas, with counters and the current place. */
export function useScreens(): VisibleNavArea[] {
  const t = useAppText();
  const title = titles();
  const { user } = useSession();
  const { more_than: more = [], ...counters }: Partial<Schema<'Counters'>> = useSync()?.counters ?? {};
  const counted: Partial<Record<string, number>> = counters;
  const path = useRouterState({ select: (state) => state.location.pathname });
  const current = currentItem(
    path,
    navigation.flatMap((area) => area.items),
  );
  const mayOpen = ({ to, also = [], isIndex }: NavItem) =>
    isIndex ? mayOpenBelow(also, user) : hasPermissions(needsOf(screenOf(to) ?? to), user);
  return navigation.flatMap(({ label, icon, isLast = false, items: all }) => {
    const items = all.filter(mayOpen).map((item) => ({
      to: item.to as string,
      isRare: item.isRare,
      label: title(item.title),
      inArea: item.inArea ? t(item.inArea) : title(item.title),
      active: item.to === current?.to,
      count: item.counter ? (counted[item.counter] ?? 0) : 0,
      isMore: item.counter !== undefined && more.includes(item.counter),
    }));
    return isNotEmpty(items) ? [named({ label: label ? t(label) : items[0].label, icon, isLast, items }, items)] : [];
  });
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
