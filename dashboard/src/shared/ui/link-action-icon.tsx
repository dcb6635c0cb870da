import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { HostProps } from './link-host';

/** An icon button that links to a page: `to`, `params` and `search` are those of a route. */
export const LinkActionIcon = createLink((props: HostProps<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
));
