import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './activity.module.css';
import { useActivityText } from './i18n';
import { useActivityTabs } from './tabs';

/** One place for what happened and what waits for an answer: a tab for each history, above its page. */
export function ActivityShell() {
  const t = useActivityText();
  const tabs = useActivityTabs();
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // On a phone the tabs are longer than the screen: the open one is scrolled into view, whatever led to it.
  useEffect(() => {
    if (path) nav.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <>
      {tabs.length > 1 && (
        <nav ref={nav} aria-label={t('title')} className={classes.tabs}>
          {tabs.map((tab) => (
            <Link key={tab.to} to={tab.to} className={classes.tab} activeProps={{ 'data-active': true }}>
              <tab.icon size={17} stroke={1.7} aria-hidden />
              {tab.label}
            </Link>
          ))}
        </nav>
      )}
      <Outlet />
    </>
  );
}
