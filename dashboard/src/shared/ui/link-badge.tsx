import { Badge, type BadgeProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { HostProps } from './link-host';

/** A badge that links to a page: `to`, `params` and `search` are those of a route. */
export const LinkBadge = createLink((props: HostProps<BadgeProps>) => <Badge component="a" {...props} />);
