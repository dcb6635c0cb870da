import { IconBell } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { hasPermissions, needsOf } from '@/modules/screens/screens';
import { formatNumber } from '@/shared/i18n/format';
import { useSession } from '@/shared/session/session';
import { LinkActionIcon } from '@/shared/ui/link-action-icon';
import { Tip } from '@/shared/ui/tip';
import { useAppText } from '../i18n';
import { useCounter } from '../sync';
import { isActivity } from '../use-navigation';
import classes from './shell.module.css';

/** The first that the user may open is where the bell leads. */
const places = ['/mentions', '/failed-work', '/products/batches', '/customers/batches'] as const;

/**
 * The bell: unread mentions and failed jobs. It leads to the failed jobs where only they wait; the server counts up to a
 * hundred.
 */
export function ActivityLink() {
  const t = useAppText();
  const { user } = useSession();
  const isOpen = useRouterState({ select: (state) => isActivity(state.location.pathname) });
  const mentions = useCounter('mentions');
  const jobs = useCounter('jobs');
  const count = mentions.count + jobs.count;
  const isMore = mentions.isMore || jobs.isMore;
  const to =
    mentions.count === 0 && jobs.count > 0
      ? '/failed-work'
      : places.find((place) => hasPermissions(needsOf(place), user));
  if (!to) return null;
  const label = count > 0 ? t('header.activity', { count, isMore }) : t('header.noActivity');
  return (
    <Tip label={label}>
      <LinkActionIcon
        to={to}
        aria-label={label}
        aria-current={isOpen ? 'page' : undefined}
        c="var(--mantine-color-text)"
        className={classes.bell}
      >
        <IconBell size={20} stroke={1.7} />
        {count > 0 && <span className={classes.bellCount}>{isMore || count > 99 ? '99+' : formatNumber(count)}</span>}
      </LinkActionIcon>
    </Tip>
  );
}
