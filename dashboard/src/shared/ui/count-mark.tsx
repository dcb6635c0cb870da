import type { ReactNode } from 'react';
import classes from './count-mark.module.css';
import { mantineClasses } from './kit-classes';

const { root, indicator } = mantineClasses.indicator;

/** A count on the corner of a button; Mantine's `Indicator` as plain elements with the same styles. */
export function CountMark({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div className={`${root} ${classes.mark}`}>
      {count > 0 && (
        <div className={indicator} data-with-label>
          {count}
        </div>
      )}
      {children}
    </div>
  );
}
