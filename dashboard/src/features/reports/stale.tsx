import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '@/shared/ui/chart-section.module.css';

/** Figures of the period before, dimmed while those of the chosen one load. */
export function Stale({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <Stack gap={20} aria-busy={isStale} className={isStale ? classes.stale : undefined}>
      {children}
    </Stack>
  );
}
