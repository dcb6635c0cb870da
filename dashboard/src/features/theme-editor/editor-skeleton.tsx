import { Skeleton } from '@mantine/core';
import { useShared } from '@/shared/i18n/use-shared';
import classes from './theme-editor.module.css';

/** The editor while its theme is on its way: bar, lists, preview. */
export function EditorSkeleton() {
  const s = useShared();
  return (
    <div className={classes.root} role="status" aria-busy="true" aria-label={s('loading')}>
      <div className={classes.bar}>
        <Skeleton height={24} width={180} />
        <Skeleton height={36} width={260} />
        <Skeleton height={36} width={140} />
      </div>
      <div className={classes.body} data-tab="sections">
        <div className={classes.panel}>
          <ListSkeleton />
        </div>
        <div className={classes.stage}>
          <div className={classes.canvas}>
            <Skeleton height="100%" radius="md" />
          </div>
        </div>
      </div>
    </div>
  );
}

/** Rows of the lists. */
export function ListSkeleton() {
  return (
    <div className={classes.lists}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={40} radius="md" mb={8} />
      ))}
    </div>
  );
}
