import type { AsyncRouteComponent } from '@tanstack/react-router';
import { createElement, type ComponentType } from 'react';
import { lazyOnce } from './lazy-part';

/**
 * The component of a route in a file of its own. The router's own does two things that a bad line punishes: it keeps the
 * failure of a prefetch for the visit that comes later, and it reloads the page. Here a prefetch that fails is nothing, and a
 * page that does not come is thrown to the route's error page, inside the shell.
 */
export function lazyPage<Module extends object, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] extends (props: infer Props) => unknown ? AsyncRouteComponent<Props> : never;
export function lazyPage(load: () => Promise<object>, name: string): unknown {
  let ahead: Promise<ComponentType> | undefined;
  /** One fetch at a time; what has come stays. */
  const once = () =>
    (ahead ??= load().then(
      (module) => Reflect.get(module, name) as ComponentType,
      (error: unknown) => {
        ahead = undefined;
        throw error;
      },
    ));
  const shown = lazyOnce(() => once().then((page) => ({ default: page })));
  function Page(props: object) {
    return createElement(shown(), props);
  }
  /** Ahead of a visit (a pointer over a link), and first thing in one. */
  const preload = () =>
    once().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Page, { preload });
}
