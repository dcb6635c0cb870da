import type { VisibleNavItem } from '../use-navigation';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';

/** One group of the horizontal menu. */
export default function NavBarItems({ items }: { items: readonly VisibleNavItem[] }) {
  return items.map((item) => (
    <LinkMenuItem key={String(item.to)} {...{ to: item.to }} leftSection={<item.icon size={17} stroke={1.7} />}>
      {item.label}
    </LinkMenuItem>
  ));
}
