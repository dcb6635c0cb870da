import { Skeleton } from '@mantine/core';
import { useShared } from '@/shared/i18n/use-shared';
import classes from './theme-gallery.module.css';

/** The gallery while its themes are on their way: the one that shoppers see, and a row of others. */
export function GallerySkeleton() {
  const s = useShared();
  return (
    <div role="status" aria-busy="true" aria-label={s('loading')}>
      <Skeleton height={340} radius="lg" mb={32} />
      <div className={classes.grid}>
        <Skeleton height={320} radius="lg" />
        <Skeleton height={320} radius="lg" />
      </div>
    </div>
  );
}
