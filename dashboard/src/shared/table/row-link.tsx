import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routerLink, type AppLink } from '../ui/app-link';
import classes from './data-table.module.css';

/** The link of a row's first cell. */
export function RowAnchor({ to, children }: { to: AppLink; children: ReactNode }) {
  return (
    <Link {...routerLink(to)} className={classes.link}>
      {children}
    </Link>
  );
}
