import type { ReactNode } from 'react';
import classes from './status-badge.module.css';
import type { StatusTone } from './tokens';

/**
 * A status as a dot and a word: `<StatusBadge tone="green">{t('status.DLVR')}</StatusBadge>`. Plain elements and not
 * Mantine's badge: every row of a list has one.
 */
export function StatusBadge({ tone, children, dot = true }: { tone: StatusTone; children: ReactNode; dot?: boolean }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {dot && <span className={classes.dot} />}
      <span className={classes.word}>{children}</span>
    </span>
  );
}
