import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { HostProps } from './link-host';

/** A menu item that links to a page: `to`, `params` and `search` are those of a route. */
export const LinkMenuItem = createLink((props: HostProps<MenuItemProps>) => <Menu.Item component="a" {...props} />);
