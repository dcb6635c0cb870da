import type { ComponentPropsWithRef } from 'react';

/** Props of a part of the kit that stands as an `<a>`. */
export type HostProps<Own> = Own & Omit<ComponentPropsWithRef<'a'>, keyof Own>;
