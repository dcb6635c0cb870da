import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './auth-frame.module.css';
import { ProductPanel } from './product-panel';

/** The frame of every page before sign-in: the form on one side, `aside` on the other (hidden on phones). */
export function AuthFrame({ children, aside = <ProductPanel /> }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={classes.frame}>
      <Box className={classes.form}>
        <div className={classes.inner}>{children}</div>
      </Box>
      <aside className={classes.panel}>{aside}</aside>
    </div>
  );
}
