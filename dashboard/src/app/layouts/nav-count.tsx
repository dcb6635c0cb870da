import { Badge } from '@mantine/core';
import { Count } from '@/shared/ui/count';
import { useCounter, type CounterName } from '../sync';
import type { VisibleNavItem } from '../use-navigation';

/** SH-05: what waits on a page of the menu. */
export function NavCount({ item: { counter }, isActive }: { item: VisibleNavItem; isActive: boolean }) {
  return counter ? <CounterBadge name={counter} isActive={isActive} /> : null;
}

function CounterBadge({ name, isActive }: { name: CounterName; isActive: boolean }) {
  const { count, isMore } = useCounter(name);
  if (count === 0) return null;
  return (
    <Badge size="sm" variant={isActive ? 'filled' : 'light'} color={isActive ? undefined : 'gray'} className="num">
      <Count of={count} isMore={isMore} />
    </Badge>
  );
}
