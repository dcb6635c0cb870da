import { LinkMenuItem } from '@/shared/ui/link-menu-item';
import type { VisibleNavItem } from '../use-navigation';
import { NavCount } from './nav-count';

/** The pages of one area, as a menu. */
export default function NavBarItems({ items, current }: { items: readonly VisibleNavItem[]; current?: string }) {
  return items.map((item) => (
    <LinkMenuItem
      key={item.to}
      {...{ to: item.to }}
      aria-current={item.to === current ? 'page' : undefined}
      rightSection={<NavCount item={item} isActive={item.to === current} />}
    >
      {item.inArea}
    </LinkMenuItem>
  ));
}
