import { Badge } from '@mantine/core';
import { Count } from '@/shared/ui/count';
import type { VisibleNavItem } from '../use-navigation';

/** SH-05: what waits on a page of the menu. */
export function NavCount({ item }: { item: VisibleNavItem }) {
  if (item.count === 0) return null;
  return (
    <Badge
      size="sm"
      variant={item.active ? 'filled' : 'light'}
      color={item.active ? undefined : 'gray'}
      className="num"
    >
      <Count of={item.count} isMore={item.isMore} />
    </Badge>
  );
}
