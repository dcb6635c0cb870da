import { Button } from '@mantine/core';
import { IconEye, IconPalette } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { LinkButton } from '@/shared/ui/link-button';
import { StatusBadge } from '@/shared/ui/status-badge';
import { editorSearch } from './editor-search';
import { useGalleryText } from './i18n';
import { StorePreview } from './store-preview';
import { StylePicker } from './style-picker';
import classes from './theme-gallery.module.css';
import type { GalleryTheme } from './theme-gallery.model';
import { ThemeMenu } from './theme-menu';
import { ThemeState } from './theme-state';
import { useStyleChoice, type ChosenLook } from './use-style-choice';
import type { ThemeActs } from './use-theme-acts';

/** A theme that shoppers do not see. */
export function ThemeCard({ theme, acts }: { theme: GalleryTheme; acts: ThemeActs }) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Theme');
  const choice = useStyleChoice(theme);
  const id = `theme-${theme.theme}`;
  return (
    <article className={classes.card} aria-labelledby={id}>
      <StorePreview theme={theme} look={choice.look?.id} />
      <div className={classes.about}>
        <div className={classes.nameLine}>
          <h3 id={id} className={classes.name}>
            <bdi>{textOf(theme.name, language)}</bdi>
          </h3>
          {theme.is_uploaded && <StatusBadge tone="violet">{t('uploaded')}</StatusBadge>}
          <ThemeState theme={theme} />
          <span className={classes.menu}>
            <ThemeMenu theme={theme} />
          </span>
        </div>
        <p className={classes.description}>{textOf(theme.description, language)}</p>
        <StylePicker theme={theme} choice={choice} />
        {mayUpdate && <Acts theme={theme} acts={acts} look={choice.look} />}
      </div>
    </article>
  );
}

function Acts({ theme, acts, look }: { theme: GalleryTheme; acts: ThemeActs; look: ChosenLook | undefined }) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const { busy } = acts;
  // One thing at a time: each of them changes what the others would do.
  const use = look ? t('use.style', { style: look.name }) : t('use');
  const propsOf = (act: 'use' | 'customize' | 'preview') => ({
    'aria-label': t('actOf', { act: act === 'use' ? use : t(act), name: textOf(theme.name, language) }),
    loading: busy?.theme === theme.theme && busy.act === act,
    disabled: busy !== null,
  });
  const icon = <IconPalette size={17} aria-hidden />;
  return (
    <div className={classes.acts}>
      <Button {...propsOf('use')} onClick={() => void acts.use(theme, look)}>
        {use}
      </Button>
      {theme.own ? (
        <LinkButton
          to="/theme/editor"
          search={editorSearch(theme)}
          variant="default"
          leftSection={icon}
          aria-label={propsOf('customize')['aria-label']}
        >
          {t('customize')}
        </LinkButton>
      ) : (
        <Button
          {...propsOf('customize')}
          variant="default"
          leftSection={icon}
          onClick={() => void acts.customize(theme, look)}
        >
          {t('customize')}
        </Button>
      )}
      <Button
        {...propsOf('preview')}
        variant="subtle"
        leftSection={<IconEye size={17} aria-hidden />}
        onClick={() => void acts.preview(theme)}
      >
        {t('preview')}
      </Button>
    </div>
  );
}
