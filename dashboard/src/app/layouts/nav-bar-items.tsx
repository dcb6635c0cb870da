import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ShownItem } from '../use-navigation';

/** One group of the horizontal menu. */
export default function NavBarItems({ items }: { items: readonly ShownItem[] }) {
  return items.map((item) => (
    <Menu.Item
      key={String(item.to)}
      component={Link}
      {...{ to: item.to }}
      leftSection={<item.icon size={17} stroke={1.7} />}
    >
      {item.label}
    </Menu.Item>
  ));
}
