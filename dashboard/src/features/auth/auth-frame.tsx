import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Illustration } from '@/shared/ui/illustrations';
import classes from './auth-frame.module.css';
import { useAuthText } from './i18n';

/** The frame of every page before sign-in: the form on one side, what the product is on the other (hidden on phones). */
export function AuthFrame({ children }: { children: ReactNode }) {
  const t = useAuthText();
  return (
    <div className={classes.frame}>
      <Box className={classes.form}>
        <div className={classes.inner}>{children}</div>
      </Box>
      <aside className={classes.hero}>
        <div className={classes.card}>
          <Illustration name="bag" size={230} />
          <Text fz={26} fw={600} mt={20} lh={1.4}>
            {t('hero.title')}
          </Text>
          <Text mt={8} maw={420} className={classes.heroText}>
            {t('hero.text')}
          </Text>
        </div>
      </aside>
    </div>
  );
}
