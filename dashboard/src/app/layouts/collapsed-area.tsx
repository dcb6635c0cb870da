import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { Tip } from '@/shared/ui/tip';
import { useCounter, type CounterName } from '../sync';
import type { VisibleNavArea } from '../use-navigation';
import classes from './shell.module.css';

const loadPages = () => import('./nav-bar-items');

/** An area of the collapsed menu: its icon, with a tip; an area of several pages opens them as a menu beside it. */
export function CollapsedArea({ area, current }: { area: VisibleNavArea; current?: string }) {
  const [first] = area.items;
  const isOpen = area.items.some(({ to }) => to === current);
  const content = (
    <>
      <area.icon size={20} stroke={1.7} aria-hidden className={classes.navIcon} />
      {first.counter && <CounterDot name={first.counter} />}
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
        items={{ items: area.items, current }}
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

const CounterDot = ({ name }: { name: CounterName }) =>
  useCounter(name).count > 0 ? <span className={classes.navDot} /> : null;
