import { useEffect, useRef } from 'react';
import { Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Count } from '@/shared/ui/count';
import { Tip } from '@/shared/ui/tip';
import { useAppText } from '../i18n';
import { useNavigation, type VisibleNavItem } from '../use-navigation';
import classes from './shell.module.css';

/** The grouped menu with its counters; icons only when collapsed. */
export function NavList({ collapsed = false, onNavigate }: { collapsed?: boolean; onNavigate?: () => void }) {
  const t = useAppText();
  const groups = useNavigation();
  const nav = useRef<HTMLElement>(null);
  const current = groups.flatMap((group) => group.items).find((item) => item.active)?.to;
  // The menu is longer than most screens: the current item is scrolled into view, whatever led to its page.
  useEffect(() => {
    if (current) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav ref={nav} aria-label={t('nav.label')} className={classes.nav}>
      {groups.map((group, index) => (
        <div key={group.label ?? index}>
          {group.label && !collapsed && (
            <Text size="xs" c="dimmed" className={classes.navGroup}>
              {group.label}
            </Text>
          )}
          {group.label && collapsed && <hr className={classes.navLine} />}
          <ul className={classes.navList}>
            {group.items.map((item) => (
              <li key={String(item.to)}>
                <NavEntry item={item} collapsed={collapsed} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function NavEntry({
  item,
  collapsed,
  onNavigate,
}: {
  item: VisibleNavItem;
  collapsed: boolean;
  onNavigate?: () => void;
}) {
  const Icon = item.icon;
  const link = (
    <Link
      to={item.to}
      className={classes.navItem}
      data-active={item.active || undefined}
      data-collapsed={collapsed || undefined}
      aria-current={item.active ? 'page' : undefined}
      aria-label={collapsed ? item.label : undefined}
      onClick={onNavigate}
    >
      <Icon size={19} stroke={1.7} aria-hidden />
      {!collapsed && <span className={classes.navText}>{item.label}</span>}
      {item.count > 0 && !collapsed && (
        <Badge
          size="sm"
          variant={item.active ? 'filled' : 'light'}
          color={item.active ? undefined : 'gray'}
          className="num"
        >
          <Count of={item.count} isMore={item.isMore} />
        </Badge>
      )}
      {item.count > 0 && collapsed && <span className={classes.navDot} />}
    </Link>
  );
  // The tip's positions are logical: "right" is the end side.
  return collapsed ? (
    <Tip label={item.label} position="right">
      {link}
    </Tip>
  ) : (
    link
  );
}
