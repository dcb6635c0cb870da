import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconChevronDown } from '@tabler/icons-react';
import { useAppText } from '../i18n';
import { useNavigation } from '../use-navigation';
import classes from './shell.module.css';

/** The same groups as menus of one line. */
export function NavBarList() {
  const t = useAppText();
  const groups = useNavigation();
  return (
    <nav aria-label={t('nav.label')} className={classes.bar}>
      {groups.map((group, index) =>
        group.label ? (
          <Menu key={group.label} position="bottom-start">
            <Menu.Target>
              <UnstyledButton
                className={classes.barItem}
                data-active={group.items.some((item) => item.active) || undefined}
              >
                {group.label}
                <IconChevronDown size={14} aria-hidden />
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown>
              {group.items.map((item) => (
                <Menu.Item
                  key={String(item.to)}
                  component={Link}
                  {...{ to: item.to }}
                  leftSection={<item.icon size={17} stroke={1.7} />}
                >
                  {item.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : (
          group.items.map((item) => (
            <Link
              key={`${index}${String(item.to)}`}
              to={item.to as '/'}
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
