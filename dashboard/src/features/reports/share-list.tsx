import type { ReactNode } from 'react';
import classes from './share-list.module.css';

export interface Share {
  key: string;
  name: ReactNode;
  /** Secondary text beside the name. */
  aside: string;
  value: ReactNode;
  /** Length of its bar, relative to the longest. */
  size: number;
}

/** Shares of a whole, each with a proportional bar. All values are text as well. */
export function ShareList({ shares }: { shares: readonly Share[] }) {
  const max = Math.max(...shares.map((share) => share.size), 0);
  return (
    <ol className={classes.list}>
      {shares.map((share) => (
        <li key={share.key} className={classes.row}>
          <span className={classes.what}>
            <span className={classes.name}>{share.name}</span> <span className={classes.aside}>{share.aside}</span>
          </span>
          <span>{share.value}</span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.fill}
              style={{ inlineSize: `${max > 0 ? Math.max(1, (share.size / max) * 100) : 0}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}
