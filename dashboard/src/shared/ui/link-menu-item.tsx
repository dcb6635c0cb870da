import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { HostProps } from './link-host';

/** An item of a menu that leads to a page: `to`, `params` and `search` are those of a route. */
export const LinkMenuItem = createLink((props: HostProps<MenuItemProps>) => <Menu.Item component="a" {...props} />);
