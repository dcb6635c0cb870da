import type { AsyncRouteComponent } from '@tanstack/react-router';
import { createElement, useState, type ComponentType } from 'react';
import { lazyWithRetry } from './lazy-part';

/**
 * A route's component in a chunk of its own. The router's own version behaves badly on an unreliable connection: it
 * caches the failure of a prefetch for the later visit, and it reloads the page. Here a failed prefetch is ignored, and
 * a page that fails to load is thrown to the route's error page, inside the shell.
 */
export function lazyPage<Module extends object, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] extends (props: infer Props) => unknown ? AsyncRouteComponent<Props> : never;
export function lazyPage(load: () => Promise<object>, name: string): unknown {
  let preloaded: Promise<ComponentType> | undefined;
  let loaded: ComponentType | undefined;
  /** One request at a time; a loaded chunk is cached. */
  const once = () =>
    (preloaded ??= load().then(
      (module) => (loaded = Reflect.get(module, name) as ComponentType),
      (error: unknown) => {
        preloaded = undefined;
        throw error;
      },
    ));
  const currentComponent = lazyWithRetry(() => once().then((page) => ({ default: page })));
  function Page(props: object) {
    // `lazy` would suspend once even for a chunk that is here: the page would be rendered after the shell, in slices.
    // The choice stays with the mounted page, which another component would replace.
    const [{ component }] = useState(() => ({ component: loaded ?? currentComponent() }));
    return createElement(component, props);
  }
  /** Called by a prefetch (a pointer over a link), and at the start of a visit. */
  const preload = () =>
    once().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Page, { preload });
}
