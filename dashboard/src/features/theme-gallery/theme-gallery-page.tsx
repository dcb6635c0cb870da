import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useCan } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { PageHeader } from '@/shared/ui/page';
import { useDelayed } from '@/shared/ui/use-delayed';
import { GallerySkeleton } from './gallery-skeleton';
import { useGalleryText } from './i18n';
import { LeftOutDialog } from './left-out-dialog';
import { LiveCard } from './live-card';
import { ThemeCard } from './theme-card';
import { themeOptionsQuery, themesQuery, type Theme, type ThemeOption } from './theme-gallery.api';
import { galleryOf } from './theme-gallery.model';
import classes from './theme-gallery.module.css';
import { UploadButton } from './upload-button';
import { useThemeActs } from './use-theme-acts';

/** TH-05: the store in every theme of the program and of its own, and the choice of the one that shoppers see. */
export function ThemeGalleryPage() {
  const t = useGalleryText();
  const mayUpdate = useCan('update', 'Theme');
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={mayUpdate ? <UploadButton /> : undefined} />
      {!mayUpdate && (
        <Text size="sm" c="dimmed" role="note" mb={16}>
          {t('readOnly')}
        </Text>
      )}
      <Themes />
    </>
  );
}

function Themes(): ReactNode {
  const options = useQuery(themeOptionsQuery);
  const themes = useQuery(themesQuery);
  const isLate = useDelayed(options.isPending || themes.isPending);
  if (options.data && themes.data) return <Gallery options={options.data} themes={themes.data} />;
  const error = options.error ?? themes.error;
  const retry = () => {
    for (const query of [options, themes]) if (query.isError) void query.refetch();
  };
  if (error) return <ErrorState error={error} onRetry={retry} />;
  return isLate ? <GallerySkeleton /> : null;
}

function Gallery({ options, themes }: { options: readonly ThemeOption[]; themes: readonly Theme[] }) {
  const t = useGalleryText();
  const { live, others } = galleryOf(options, themes);
  const heading = useRef<HTMLHeadingElement>(null);
  // The card of the chosen theme has moved up, and the button that had the focus is gone.
  const acts = useThemeActs(live, () => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  });
  if (options.length === 0) return <EmptyState title={t('empty')} text={t('emptyText')} />;
  return (
    <>
      {live && <LiveCard theme={live} acts={acts} heading={heading} />}
      <section aria-labelledby="other-themes">
        <h2 id="other-themes" className={classes.others}>
          {t('others')}
        </h2>
        {others.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noOthers')}
          </Text>
        ) : (
          <ul className={classes.grid}>
            {others.map((theme) => (
              <li key={theme.theme}>
                <ThemeCard theme={theme} acts={acts} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {acts.leftOut && <LeftOutDialog leftOut={acts.leftOut} acts={acts} />}
    </>
  );
}
