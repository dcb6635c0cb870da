import type { RouteMeta } from '@/routes/guard';
import { useShared } from '@/shared/i18n/use-shared';

/**
 * Skeleton of a page, in the styles of the start (public/shell.css): the same as before the program has loaded, in the
 * page's shape.
 */
export function PageShape({ of = 'list' }: { of?: NonNullable<RouteMeta['shape']> }) {
  const s = useShared();
  // An overlay has no skeleton in the page.
  const bones = of === 'dialog' ? [] : [1, 2, 3, 4, 5, 6];
  return (
    <div className={bones.length > 0 ? `bones bones--${of}` : undefined} role="status" aria-label={s('loading')}>
      {bones.map((bone) => (
        <i key={bone} />
      ))}
    </div>
  );
}
