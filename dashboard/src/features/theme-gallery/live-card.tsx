import { Button, Text } from '@mantine/core';
import { IconExternalLink, IconPalette } from '@tabler/icons-react';
import type { Ref } from 'react';
import { formatDate } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan, useSession } from '@/shared/session/session';
import { LinkButton } from '@/shared/ui/link-button';
import { StatusBadge } from '@/shared/ui/status-badge';
import { editorSearch } from './editor-search';
import { useGalleryText } from './i18n';
import { StorePreview } from './store-preview';
import { StylePicker } from './style-picker';
import type { Theme } from './theme-gallery.api';
import classes from './theme-gallery.module.css';
import type { GalleryTheme } from './theme-gallery.model';
import { ThemeMenu } from './theme-menu';
import { ThemeState } from './theme-state';
import { useStyleChoice } from './use-style-choice';
import type { ThemeActs } from './use-theme-acts';

/** The theme that shoppers see. */
export function LiveCard({
  theme,
  acts,
  heading,
}: {
  theme: GalleryTheme;
  acts: ThemeActs;
  heading: Ref<HTMLHeadingElement>;
}) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Theme');
  const url = useSession().store?.url;
  const choice = useStyleChoice(theme);
  const { look } = choice;
  return (
    <section className={classes.live} aria-labelledby="live-theme">
      <StorePreview key={theme.theme} theme={theme} look={look?.id} />
      <div className={classes.about}>
        <Text size="xs" c="dimmed">
          {t('current')}
        </Text>
        <div className={classes.nameLine}>
          <h2 id="live-theme" ref={heading} tabIndex={-1} className={classes.liveName}>
            <bdi>{textOf(theme.name, language)}</bdi>
          </h2>
          {theme.is_uploaded && <StatusBadge tone="violet">{t('uploaded')}</StatusBadge>}
          <ThemeState theme={theme} />
          <span className={classes.menu}>
            <ThemeMenu theme={theme} />
          </span>
        </div>
        <p className={classes.description}>{textOf(theme.description, language)}</p>
        {theme.own && <LastEdit theme={theme.own} />}
        <StylePicker theme={theme} choice={choice} />
        <div className={classes.acts}>
          {mayUpdate && look && (
            <Button
              loading={acts.busy?.theme === theme.theme}
              disabled={acts.busy !== null}
              onClick={() => void acts.use(theme, look)}
            >
              {t('style.apply')}
            </Button>
          )}
          {mayUpdate && (
            <LinkButton
              variant={look ? 'default' : 'filled'}
              to="/theme/editor"
              search={editorSearch(theme)}
              leftSection={<IconPalette size={17} aria-hidden />}
            >
              {t('customize')}
            </LinkButton>
          )}
          {url && (
            <Button
              component="a"
              href={url}
              target="_blank"
              rel="noopener"
              variant="default"
              leftSection={<IconExternalLink size={17} aria-hidden />}
            >
              {t('viewStore')}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function LastEdit({ theme }: { theme: Theme }) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const { draft_changed_at: when, draft_changed_by: who, has_changes: hasChanges } = theme;
  if (!when) return null;
  const at = formatDate(when, 'short', language);
  return (
    <p className={classes.small}>
      {who ? t('editedBy', { at, name: who }) : t('edited', { at })}
      {hasChanges && (
        <>
          <br />
          {t('draftShown')}
        </>
      )}
    </p>
  );
}
