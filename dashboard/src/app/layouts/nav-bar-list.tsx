import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconChevronDown } from '@tabler/icons-react';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { useAppText } from '../i18n';
import { useNavigation } from '../use-navigation';
import classes from './shell.module.css';

const load = () => import('./nav-bar-items');

/** The groups of the horizontal menu, each a drop-down. */
export function NavBarList() {
  const t = useAppText();
  const groups = useNavigation();
  return (
    <nav aria-label={t('nav.label')} className={classes.bar}>
      {groups.map((group, index) =>
        group.label ? (
          <LazyMenu
            key={group.label}
            position="bottom-start"
            load={load}
            items={{ items: group.items }}
            trigger={
              <UnstyledButton
                className={classes.barItem}
                data-active={group.items.some((item) => item.active) || undefined}
              >
                {group.label}
                <IconChevronDown size={14} aria-hidden />
              </UnstyledButton>
            }
          />
        ) : (
          group.items.map((item) => (
            <Link
              key={`${index}${String(item.to)}`}
              to={item.to}
              className={classes.barItem}
              data-active={item.active || undefined}
            >
              {item.label}
            </Link>
          ))
        ),
      )}
    </nav>
  );
}
