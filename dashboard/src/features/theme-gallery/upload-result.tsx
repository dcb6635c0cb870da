import { Alert, Button, Text } from '@mantine/core';
import { IconCheck, IconPalette } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { LinkButton } from '@/shared/ui/link-button';
import { editorSearch } from './editor-search';
import { useGalleryText } from './i18n';
import type { UploadedTheme } from './theme-gallery.api';
import classes from './theme-gallery.module.css';

/** What became of a theme that was uploaded, and the way on. */
export function UploadResult({ uploaded, onClose }: { uploaded: UploadedTheme; onClose: () => void }) {
  const t = useGalleryText();
  const s = useShared();
  const { language } = useLanguage();
  const { theme, is_new: isNew, left_out: leftOut } = uploaded;
  const name = textOf(theme.name, language);
  return (
    <>
      <Alert
        color="green"
        role="status"
        icon={<IconCheck size={18} aria-hidden />}
        title={t(isNew ? 'upload.added' : 'upload.replaced', { name })}
      >
        {t(isNew ? 'upload.addedText' : theme.has_changes ? 'upload.replacedText' : 'upload.same')}
      </Alert>
      {leftOut.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mt={14}>
            {t('upload.leftOut', { name })}
          </Text>
          <ul className={classes.names} aria-label={t('leftOut.list')}>
            {leftOut.map((section, place) => (
              // Two sections may have the same name.
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes
              <li key={place}>
                <bdi>{textOf(section, language)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={classes.dialogActs}>
        <Button variant="default" onClick={onClose}>
          {s('close')}
        </Button>
        <LinkButton
          to="/theme/editor"
          search={editorSearch(theme)}
          leftSection={<IconPalette size={17} aria-hidden />}
          data-autofocus
        >
          {t('customize')}
        </LinkButton>
      </div>
    </>
  );
}
