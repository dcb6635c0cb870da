import { formatDate } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useGalleryText } from './i18n';
import type { GalleryTheme } from './theme-gallery.model';

/** Whether what is shown of a theme is all that was made of it; nothing for one that the store does not have. */
export function ThemeState({ theme: { own, is_live: isLive } }: { theme: GalleryTheme }) {
  const t = useGalleryText();
  const { language } = useLanguage();
  if (!own) return null;
  if (own.publish_at) {
    return (
      <StatusBadge tone="blue">
        {t('state.scheduled', { at: formatDate(own.publish_at, 'short', language) })}
      </StatusBadge>
    );
  }
  if (own.has_changes) return <StatusBadge tone="amber">{t('state.changes')}</StatusBadge>;
  return isLive ? (
    <StatusBadge tone="green">{t('state.published')}</StatusBadge>
  ) : (
    <StatusBadge tone="gray">{t('added')}</StatusBadge>
  );
}
