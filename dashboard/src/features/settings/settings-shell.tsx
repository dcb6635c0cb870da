import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { BackIcon } from '@/shared/ui/icons';
import { useNarrowScreen } from '@/shared/ui/use-phone-screen';
import { useSettingsText } from './i18n';
import { useSettingsSections } from './sections';
import classes from './settings.module.css';

/**
 * The frame of every page of the settings: the list of all sections beside the open one; on narrow screens the way back
 * to that list.
 */
export function SettingsShell() {
  const t = useSettingsText();
  const isNarrow = useNarrowScreen();
  const isIndex = useRouterState({ select: (state) => /^\/settings\/?$/.test(state.location.pathname) });
  if (isIndex) return <Outlet />;
  return (
    <div className={classes.shell}>
      {isNarrow ? (
        <Link to="/settings" className={classes.back}>
          <BackIcon size={18} />
          {t('title')}
        </Link>
      ) : (
        <SectionList />
      )}
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}

function SectionList() {
  const t = useSettingsText();
  const groups = useSettingsSections();
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // The list is longer than a low window: the open section is scrolled into view, whatever led to it.
  useEffect(() => {
    if (path) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  return (
    <nav ref={nav} aria-label={t('sections')} className={classes.sections}>
      <Link to="/settings" className={classes.listTitle}>
        {t('title')}
      </Link>
      {groups.map((group) => (
        <div key={group.label}>
          <div className={classes.groupLabel}>{group.label}</div>
          {group.sections.map((section) => (
            <Link
              key={section.to}
              to={section.to}
              className={classes.section}
              activeOptions={{ exact: section.isExact ?? false, includeSearch: false }}
              activeProps={{ 'data-active': true, 'aria-current': 'page' }}
            >
              <section.icon size={18} stroke={1.7} aria-hidden />
              {section.label}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
