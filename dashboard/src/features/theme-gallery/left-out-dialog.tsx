import { Button, Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { LazyDialog } from '@/shared/ui/lazy-overlay';
import { useGalleryText } from './i18n';
import classes from './theme-gallery.module.css';
import type { LeftOut, ThemeActs } from './use-theme-acts';

/** The sections that a theme had no place for, where they are now, and the way back to them. */
export function LeftOutDialog({ leftOut, acts }: { leftOut: LeftOut; acts: ThemeActs }) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const { names, theme, before, isToCustomize } = leftOut;
  const live = textOf(before.name, language);
  return (
    <LazyDialog title={t('leftOut.title')} onClose={() => acts.closeLeftOut(leftOut)}>
      <Text size="sm" c="dimmed">
        {t('leftOut.text', { name: textOf(theme.name, language), live })}
      </Text>
      <ul className={classes.names} aria-label={t('leftOut.list')}>
        {names.map((name, place) => (
          // Two sections may have the same name.
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          <li key={place}>
            <bdi>{textOf(name, language)}</bdi>
          </li>
        ))}
      </ul>
      <div className={classes.dialogActs}>
        {isToCustomize ? (
          <Button onClick={() => void acts.goOn(leftOut)} data-autofocus>
            {t('leftOut.customize')}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => void acts.goBackFrom(leftOut)}>
              {t('leftOut.back', { live })}
            </Button>
            <Button onClick={() => acts.closeLeftOut(leftOut)} data-autofocus>
              {t('leftOut.done')}
            </Button>
          </>
        )}
      </div>
    </LazyDialog>
  );
}
