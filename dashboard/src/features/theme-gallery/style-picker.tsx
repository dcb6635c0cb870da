import { useId } from 'react';
import { LookSample } from '@/modules/theme-looks/look-sample';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useGalleryText } from './i18n';
import classes from './style-picker.module.css';
import type { GalleryTheme } from './theme-gallery.model';
import type { StyleChoice } from './use-style-choice';

/** The styles of a theme: the one that is chosen is seen in the store above, and goes with the theme. */
export function StylePicker({ theme, choice }: { theme: GalleryTheme; choice: StyleChoice }) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const name = useId();
  if (choice.styles.length < 2) return null;
  return (
    <div
      role="radiogroup"
      aria-label={t('style.of', { name: textOf(theme.name, language) })}
      className={classes.styles}
    >
      {choice.styles.map((style) => (
        <label key={style.key} className={classes.style}>
          <input
            type="radio"
            name={name}
            checked={style === choice.style}
            onChange={() => choice.choose(style)}
            className={classes.radio}
          />
          <LookSample settings={style.settings} />
          <span className={classes.name}>
            <bdi>{choice.nameOf(style)}</bdi>
            {style.isCurrent && style.kind !== 'own' && <span className={classes.current}>{t('style.current')}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
