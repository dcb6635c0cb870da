import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconChevronDown } from '@tabler/icons-react';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { useAppText } from '../i18n';
import { useCurrentItem, useNavigation } from '../use-navigation';
import { NavCount } from './nav-count';
import classes from './shell.module.css';

const load = () => import('./nav-bar-items');

/** The areas of the horizontal menu; those of several pages are drop-downs. */
export function NavBarList() {
  const t = useAppText();
  const areas = useNavigation();
  const current = useCurrentItem();
  return (
    <nav aria-label={t('nav.label')} className={classes.bar}>
      {areas.map((area) => {
        const [first] = area.items;
        const isOpen = area.items.some(({ to }) => to === current);
        return area.items.length > 1 ? (
          <LazyMenu
            key={first.to}
            position="bottom-start"
            load={load}
            items={{ items: area.items, current }}
            trigger={
              <UnstyledButton className={classes.barItem} data-active={isOpen || undefined}>
                <area.icon size={18} stroke={1.7} aria-hidden className={classes.navIcon} />
                {area.label}
                <NavCount item={first} isActive={first.to === current} />
                <IconChevronDown size={14} aria-hidden />
              </UnstyledButton>
            }
          />
        ) : (
          <Link
            key={first.to}
            to={first.to}
            className={classes.barItem}
            data-active={isOpen || undefined}
            aria-current={isOpen ? 'page' : undefined}
          >
            <area.icon size={18} stroke={1.7} aria-hidden className={classes.navIcon} />
            {area.label}
            <NavCount item={first} isActive={first.to === current} />
          </Link>
        );
      })}
    </nav>
  );
}
