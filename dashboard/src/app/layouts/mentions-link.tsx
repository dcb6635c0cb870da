import { IconAt } from '@tabler/icons-react';
import { formatNumber } from '@/shared/i18n/format';
import { useCan } from '@/shared/session/session';
import { Tip } from '@/shared/ui/tip';
import { useAppText } from '../i18n';
import { useSync } from '../sync';
import classes from './shell.module.css';
import { LinkActionIcon } from '@/shared/ui/link-action-icon';

/** Link to the mentions of the user, with the unread count; the server counts up to a hundred. */
export function MentionsLink() {
  const t = useAppText();
  const may = useCan('read', 'Order');
  const counters = useSync()?.counters;
  const count = counters?.mentions ?? 0;
  const isMore = counters?.more_than.includes('mentions') ?? false;
  if (!may) return null;
  const label = t('header.mentions', { count, isMore });
  return (
    <Tip label={label}>
      <LinkActionIcon to="/mentions" aria-label={label} c="var(--mantine-color-text)" className={classes.bell}>
        <IconAt size={19} />
        {count > 0 && <span className={classes.bellCount}>{isMore || count > 99 ? '99+' : formatNumber(count)}</span>}
      </LinkActionIcon>
    </Tip>
  );
}
