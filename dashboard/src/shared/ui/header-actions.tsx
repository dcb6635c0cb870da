import { ActionIcon, Button } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useShared } from '../i18n/use-shared';
import type { AppLink } from './app-link';
import { LazyMenu } from './lazy-menu';
import { usePhoneScreen } from './use-phone-screen';

/** A secondary action of a page. It has `onClick`, or a link (`link` inside the app, `href` outside). */
export interface HeaderAction {
  key: string;
  label: string;
  icon: Icon;
  /** The icon points in a direction and is mirrored in Arabic. */
  flips?: boolean;
  onClick?: () => void;
  link?: AppLink;
  href?: string;
  danger?: boolean;
  busy?: boolean;
  /** Always in the menu, on large screens too. */
  folded?: boolean;
}

/** Link props inside the app, outside, or none for a button. */
export function leadOf({ link, href }: HeaderAction): object {
  if (link) return { component: Link, ...link };
  return href ? { component: 'a', href, target: '_blank', rel: 'noreferrer' } : {};
}

const load = () => import('./header-action-items');

/** Buttons in a row, or one menu where there is no room. */
export function HeaderActions({ actions }: { actions: readonly HeaderAction[] }) {
  const s = useShared();
  const phone = usePhoneScreen();
  const folded = actions.filter((action) => phone || action.folded);
  return (
    <>
      {actions
        .filter((action) => !folded.includes(action))
        .map((action) => (
          <Button
            key={action.key}
            variant="default"
            c={action.danger ? 'var(--bad)' : undefined}
            leftSection={<action.icon size={16} className={action.flips ? 'flip' : undefined} aria-hidden />}
            loading={action.busy}
            onClick={action.onClick}
            {...leadOf(action)}
          >
            {action.label}
          </Button>
        ))}
      {folded.length > 0 && (
        <LazyMenu
          width={220}
          load={load}
          items={{ actions: folded }}
          trigger={
            <ActionIcon
              variant="default"
              size={36}
              aria-label={s('page.more')}
              loading={folded.some((action) => action.busy)}
            >
              <IconDots size={18} />
            </ActionIcon>
          }
        />
      )}
    </>
  );
}
