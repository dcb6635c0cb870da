import { memo, Suspense } from 'react';
import { Link } from '@tanstack/react-router';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useAppText } from '../i18n';
import { useCurrentItem, useNavigation, type VisibleNavArea } from '../use-navigation';
import { NavCount } from './nav-count';
import classes from './shell.module.css';

const CollapsedArea = lazyPart(() => import('./collapsed-area').then((part) => ({ default: part.CollapsedArea })));

/** The menu by areas; icons only when collapsed. */
export function NavList({ collapsed = false, onNavigate }: { collapsed?: boolean; onNavigate?: () => void }) {
  const t = useAppText();
  const areas = useNavigation();
  const current = useCurrentItem();
  const currentIn = (area: VisibleNavArea) => (area.items.some(({ to }) => to === current) ? current : undefined);
  return (
    <nav aria-label={t('nav.label')} className={classes.nav}>
      <ul className={classes.navList}>
        {areas.map((area) => (
          <li key={area.items[0].to} data-last={area.isLast || undefined}>
            {collapsed ? (
              <Suspense fallback={<div className={classes.navItem} />}>
                <CollapsedArea area={area} current={currentIn(area)} />
              </Suspense>
            ) : (
              <Area area={area} current={currentIn(area)} onNavigate={onNavigate} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface AreaProps {
  area: VisibleNavArea;
  /** The item of this area that is open. */
  current: string | undefined;
  onNavigate?: () => void;
}

/** The area's line, and its pages while one of them is open. */
const Area = memo(function Area({ area, current, onNavigate }: AreaProps) {
  const [first] = area.items;
  const isOpen = current !== undefined;
  const isSingle = area.items.length === 1;
  return (
    <>
      <Link
        to={first.to}
        className={classes.navItem}
        data-open={isOpen || undefined}
        data-active={(isOpen && isSingle) || undefined}
        aria-current={isOpen && isSingle ? 'page' : undefined}
        onClick={onNavigate}
      >
        <area.icon size={20} stroke={1.7} aria-hidden className={classes.navIcon} />
        <span className={classes.navText}>{area.label}</span>
        {(isSingle || !isOpen) && <NavCount item={first} isActive={first.to === current} />}
      </Link>
      {isOpen && !isSingle && (
        <ul className={classes.navPages}>
          {area.items.map((item) => (
            <li key={item.to}>
              <Link
                to={item.to}
                className={classes.navPage}
                data-active={item.to === current || undefined}
                aria-current={item.to === current ? 'page' : undefined}
                onClick={onNavigate}
              >
                <span className={classes.navText}>{item.inArea}</span>
                <NavCount item={item} isActive={item.to === current} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
});
