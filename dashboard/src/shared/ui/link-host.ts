import type { ComponentPropsWithRef } from 'react';

/** Props of a Mantine component rendered as an `<a>`. */
export type HostProps<Own> = Own & Omit<ComponentPropsWithRef<'a'>, keyof Own>;
