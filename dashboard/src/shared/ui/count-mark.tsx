import type { ReactNode } from 'react';
import classes from './count-mark.module.css';
import { kitClasses } from './kit-classes';

const { root, indicator } = kitClasses.indicator;

/** How many there are, on the corner of a button; the kit's `Indicator` as plain elements of the same looks. */
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
