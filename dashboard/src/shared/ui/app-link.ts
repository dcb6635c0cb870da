import type { LinkProps, RegisteredRouter } from '@tanstack/react-router';

/** Every declared path of the router: `/orders/view/$id`. */
export type RoutePath = keyof RegisteredRouter['routesByPath'] & string;

type Filled<Path> = Path extends `${infer Before}$${string}/${infer After}`
  ? `${Before}${string}/${Filled<After>}`
  : Path extends `${infer Before}$${string}`
    ? `${Before}${string}`
    : Path;

/** A concrete address: `/carts/contact` of `/carts/$step`. */
export type Address = Filled<Exclude<RoutePath, '/$'>>;

/** A typed link as a value: the path decides its params and search. */
export type AppLink<Path extends RoutePath = RoutePath> = Path extends RoutePath
  ? { to: Path } & Pick<LinkProps<'a', RegisteredRouter, '/', Path>, 'params' | 'search'>
  : never;

/** Casts an `AppLink` to the router's props, which are typed for a single path. */
export const routerLink = (link: AppLink) => link as LinkProps;
