import { LinkMenuItem } from '@/shared/ui/link-menu-item';
import type { VisibleNavItem } from '../use-navigation';
import { NavCount } from './nav-count';

/** The pages of one area, as a menu. */
export default function NavBarItems({ items }: { items: readonly VisibleNavItem[] }) {
  return items.map((item) => (
    <LinkMenuItem
      key={item.to}
      {...{ to: item.to }}
      aria-current={item.active ? 'page' : undefined}
      rightSection={<NavCount item={item} />}
    >
      {item.inArea}
    </LinkMenuItem>
  ));
}
