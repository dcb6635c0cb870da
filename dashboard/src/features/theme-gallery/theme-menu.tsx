import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { RowButton, RowDots } from '@/shared/ui/row-button';
import { useGalleryText } from './i18n';
import type { GalleryTheme } from './theme-gallery.model';
import { useFileActs } from './use-file-acts';

const load = () => import('./theme-menu-items');

/** What is done with a theme as a file: download it, and delete one of one's own. */
export function ThemeMenu({ theme }: { theme: GalleryTheme }) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Theme');
  const { isBusy, download, remove } = useFileActs();
  const canDelete = mayUpdate && theme.is_uploaded && !theme.is_live;
  return (
    <LazyMenu
      width={210}
      load={load}
      items={{
        onDownload: () => void download(theme),
        onDelete: canDelete ? () => void remove(theme) : undefined,
      }}
      trigger={
        <RowButton aria-label={t('menu', { name: textOf(theme.name, language) })} loading={isBusy}>
          <RowDots />
        </RowButton>
      }
    />
  );
}
