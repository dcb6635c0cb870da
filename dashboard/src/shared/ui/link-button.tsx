import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { HostProps } from './link-host';

/** A button that links to a page: `to`, `params` and `search` are those of a route. */
export const LinkButton = createLink((props: HostProps<ButtonProps>) => <Button component="a" {...props} />);
