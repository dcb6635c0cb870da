import type { LinkProps, RegisteredRouter } from '@tanstack/react-router';

/** Every path of the router, as it is declared: `/orders/view/$id`. */
export type RoutePath = keyof RegisteredRouter['routesByPath'] & string;

type Filled<Path> = Path extends `${infer Before}$${string}/${infer After}`
  ? `${Before}${string}/${Filled<After>}`
  : Path extends `${infer Before}$${string}`
    ? `${Before}${string}`
    : Path;

/** The address of a page that exists: `/carts/contact` of `/carts/$step`. */
export type Address = Filled<Exclude<RoutePath, '/$'>>;

/** A way to a page, kept as a value: the path decides which params and search it takes. */
export type AppLink<Path extends RoutePath = RoutePath> = Path extends RoutePath
  ? { to: Path } & Pick<LinkProps<'a', RegisteredRouter, '/', Path>, 'params' | 'search'>
  : never;

/** A way to any page as the router takes it, which asks for one path at a time. */
export const routerLink = (link: AppLink) => link as LinkProps;
