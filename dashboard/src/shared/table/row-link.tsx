import { Link, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { routerLink, type AppLink } from '../ui/app-link';
import classes from './data-table.module.css';

/** Delay between hover and the prefetch of the page, ms; the router's own. */
const delay = 50;
/** Of the link below the pointer. */
let timer: ReturnType<typeof setTimeout> | undefined;
const preloadLater = (preload: () => void) => {
  clearTimeout(timer);
  timer = setTimeout(preload, delay);
};

/** The link of a row's first cell. */
export function RowAnchor({ to, children }: { to: AppLink; children: ReactNode }) {
  const hasFixedAddress = !('search' in to) || typeof to.search === 'object';
  if (hasFixedAddress) return <FixedLink to={to}>{children}</FixedLink>;
  return (
    <Link {...routerLink(to)} className={classes.link}>
      {children}
    </Link>
  );
}

/** A link whose address does not depend on the open one: it need not follow the router, as the router's `Link` does. */
function FixedLink({ to, children }: { to: AppLink; children: ReactNode }) {
  const router = useRouter();
  const link = routerLink(to);
  const preload = () => void router.preloadRoute(link).catch(() => undefined);
  const onClick = (event: MouseEvent) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || opensElsewhere) return;
    event.preventDefault();
    void router.navigate(link);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- a link
    <a
      href={router.buildLocation(link).publicHref}
      className={classes.link}
      onClick={onClick}
      onFocus={preload}
      onTouchStart={preload}
      onMouseEnter={() => preloadLater(preload)}
      onMouseLeave={() => clearTimeout(timer)}
    >
      {children}
    </a>
  );
}
