import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { HostProps } from './link-host';

/** A link with Mantine's styles: `to`, `params` and `search` are those of a route. */
export const LinkAnchor = createLink((props: HostProps<AnchorProps>) => <Anchor {...props} />);
