import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { routerLink, type AppLink } from './app-link';
import { Count } from './count';
import classes from './tabs.module.css';

export interface LinkTab {
  link: AppLink;
  label: string;
  /** Not shown when it is zero. */
  count?: number | undefined;
  /** There are more than `count`. */
  isCapped?: boolean | undefined;
  /** Pages below it belong to other tabs. */
  isExact?: boolean;
}

/** Tabs that are pages of one area: links, the open one marked. A single tab is no choice and is not shown. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // On a phone the tabs are longer than the screen: the open one is scrolled into view, whatever led to it.
  useEffect(() => {
    if (path) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  if (tabs.length < 2) return null;
  return (
    <nav ref={nav} aria-label={label} className={classes.line} data-page>
      <div className={classes.tabs}>
        {tabs.map((tab) => (
          <Link
            key={tab.label}
            {...routerLink(tab.link)}
            className={classes.tab}
            activeOptions={{ exact: tab.isExact ?? false, includeSearch: false }}
          >
            {tab.label}
            {tab.count ? (
              <span className={classes.count}>
                <Count of={tab.count} isMore={tab.isCapped} />
              </span>
            ) : null}
          </Link>
        ))}
      </div>
    </nav>
  );
}
