import { useRouterState } from '@tanstack/react-router';
import { hasPermissions, needsOf, screenOf } from '@/modules/screens/screens';
import { titles } from '@/routes/i18n';
import type { Schema } from '@/shared/api/wire-schema';
import { useSession } from '@/shared/session/session';
import { useAppText } from './i18n';
import { navigation, type NavItem } from './navigation';
import { useSync } from './sync';

export interface VisibleNavItem extends Omit<NavItem, 'title' | 'counter' | 'to'> {
  to: string;
  label: string;
  active: boolean;
  count: number;
  /** The count is capped: there are more. */
  isMore: boolean;
}
export interface VisibleNavGroup {
  label?: string;
  items: VisibleNavItem[];
}

/** The menu: the screens that this user may see, without rare ones whose counter is zero. */
export function useNavigation(): VisibleNavGroup[] {
  return useScreens()
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => !item.isRare || item.active || item.count > 0),
    }))
    .filter((group) => group.items.length > 0);
}

/** Every screen that this user may see, by groups, with counters and the current place. */
export function useScreens(): VisibleNavGroup[] {
  const t = useAppText();
  const title = titles();
  const { user } = useSession();
  const { more_than: more = [], ...counters }: Partial<Schema<'Counters'>> = useSync()?.counters ?? {};
  const counted: Partial<Record<string, number>> = counters;
  const path = useRouterState({ select: (state) => state.location.pathname });
  const current = currentItem(
    path,
    navigation.flatMap((group) => group.items),
  );
  return navigation
    .map((group) => ({
      label: group.label ? t(group.label) : undefined,
      items: group.items
        .filter((item) => hasPermissions(needsOf(screenOf(item.to) ?? item.to), user))
        .map(({ title: key, counter, ...item }) => ({
          ...item,
          label: title(key),
          active: item.to === current?.to,
          count: counter ? (counted[counter] ?? 0) : 0,
          isMore: counter !== undefined && more.includes(counter),
        })),
    }))
    .filter((group) => group.items.length > 0);
}

/** `/orders/list` is active for `/orders/view/7` too: items match by area, and the longest match wins. */
export function currentItem<Item extends Pick<NavItem, 'to' | 'also'>>(
  path: string,
  items: readonly Item[],
): Item | undefined {
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
