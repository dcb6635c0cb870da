import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { Tip } from '@/shared/ui/tip';
import type { VisibleNavArea } from '../use-navigation';
import classes from './shell.module.css';

const loadPages = () => import('./nav-bar-items');

/** An area of the collapsed menu: its icon, with a tip; an area of several pages opens them as a menu beside it. */
export function CollapsedArea({ area }: { area: VisibleNavArea }) {
  const [first] = area.items;
  const isOpen = area.items.some((item) => item.active);
  const content = (
    <>
      <area.icon size={20} stroke={1.7} aria-hidden className={classes.navIcon} />
      {first.count > 0 && <span className={classes.navDot} />}
    </>
  );
  const shown = {
    className: classes.navItem,
    'data-collapsed': true,
    'data-open': isOpen || undefined,
    'data-active': isOpen || undefined,
    'aria-label': area.label,
  };
  if (area.items.length > 1)
    return (
      <LazyMenu
        position="right-start"
        load={loadPages}
        items={{ items: area.items }}
        trigger={<UnstyledButton {...shown}>{content}</UnstyledButton>}
      />
    );
  // The tip's positions are logical: "right" is the end side.
  return (
    <Tip label={area.label} position="right">
      <Link to={first.to} {...shown} aria-current={isOpen ? 'page' : undefined}>
        {content}
      </Link>
    </Tip>
  );
}
