import { useState } from 'react';
import { saveFile } from '@/shared/api/save-file';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { confirm } from '@/shared/ui/confirm';
import { reportUnhandledError } from '@/shared/ui/part-failed';
import { toast } from '@/shared/ui/toast';
import { useGalleryText } from './i18n';
import { deleteTheme, restoreTheme, staleAfterChange, themeFile } from './theme-gallery.api';
import type { GalleryTheme } from './theme-gallery.model';

/** A theme as a file, and the end of one that was uploaded, with the way back. */
export function useFileActs() {
  const t = useGalleryText();
  const s = useShared();
  const { language } = useLanguage();
  const [isLoading, setIsLoading] = useState(false);
  const restore = useApiMutation({ run: restoreTheme, invalidates: staleAfterChange });
  const bringBack = async (theme: string, name: string) => {
    try {
      await restore.mutateAsync(theme);
      toast.success(t('restored', { name }));
    } catch (error) {
      reportUnhandledError(error, 'theme-gallery');
    }
  };
  const gone = useApiMutation({
    run: ({ theme }: GalleryTheme) => deleteTheme(theme),
    invalidates: staleAfterChange,
    // Its card has left the page by then.
    done: (_answer, { theme, name: names }) => {
      const name = textOf(names, language);
      toast.success({
        title: t('deleted', { name }),
        action: { label: t('undo'), run: () => void bringBack(theme, name) },
      });
    },
  });
  return {
    isBusy: isLoading || gone.isPending,
    download: async ({ theme }: GalleryTheme) => {
      setIsLoading(true);
      try {
        await saveFile(() => themeFile(theme));
      } catch (error) {
        reportUnhandledError(error, 'theme-gallery');
      } finally {
        setIsLoading(false);
      }
    },
    remove: async (theme: GalleryTheme) => {
      const name = textOf(theme.name, language);
      const isSure = await confirm({
        title: t('delete.title', { name }),
        text: t('delete.text'),
        confirm: s('delete'),
        danger: true,
      });
      if (!isSure) return;
      try {
        await gone.mutateAsync(theme);
      } catch (error) {
        reportUnhandledError(error, 'theme-gallery');
      }
    },
  };
}
