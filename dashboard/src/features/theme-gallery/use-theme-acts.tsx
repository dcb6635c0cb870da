import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useLanguage } from '@/shared/i18n/language';
import { textOf, type Texts } from '@/shared/i18n/texts';
import { announce } from '@/shared/ui/announce';
import { confirm } from '@/shared/ui/confirm';
import { reportUnhandledError } from '@/shared/ui/part-failed';
import { toast } from '@/shared/ui/toast';
import { ChangeWarning } from './change-warning';
import { editorSearch } from './editor-search';
import { useGalleryText } from './i18n';
import { installTheme, setLiveTheme, shareTheme, staleAfterChange } from './theme-gallery.api';
import type { GalleryTheme } from './theme-gallery.model';

/** What a theme had no place for when it was added to the store. */
export interface LeftOut {
  names: readonly Texts[];
  theme: GalleryTheme;
  /** The theme in which it stays. */
  before: GalleryTheme;
  /** The theme was added to be customized: shoppers do not see it. */
  isToCustomize: boolean;
}

/** What is done with the themes of the gallery; `onChanged` runs when shoppers see another one. */
export function useThemeActs(live: GalleryTheme | undefined, onChanged: () => void) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<{ theme: string; act: 'use' | 'customize' | 'preview' } | null>(null);
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null);
  const invalidates = staleAfterChange;
  const add = useApiMutation({ run: installTheme, invalidates });
  const change = useApiMutation({
    run: async ({ theme, own }: GalleryTheme) => {
      const names = own ? [] : (await installTheme(theme)).left_out;
      await setLiveTheme(theme);
      return names;
    },
    invalidates,
  });
  const nameOf = (theme: GalleryTheme) => textOf(theme.name, language);

  const work = async (act: 'use' | 'customize' | 'preview', { theme }: GalleryTheme, run: () => Promise<unknown>) => {
    setBusy({ theme, act });
    try {
      await run();
    } catch (error) {
      reportUnhandledError(error, 'theme-gallery');
    } finally {
      setBusy(null);
    }
  };

  const openEditor = (theme: GalleryTheme) => navigate({ to: '/theme/editor', search: editorSearch(theme) });

  /** Shows a theme to shoppers that they saw before. */
  const goBack = (before: GalleryTheme) =>
    work('use', before, async () => {
      await change.mutateAsync(before);
      toast.success(t('undone', { name: nameOf(before) }));
      onChanged();
    });

  return {
    busy,
    leftOut,
    use: async (theme: GalleryTheme) => {
      const name = nameOf(theme);
      const isSure = await confirm({
        title: t('use.title', { name }),
        text: (
          <ChangeWarning
            live={live && nameOf(live)}
            isInstalled={theme.own !== undefined}
            hasChanges={theme.own?.has_changes ?? false}
          />
        ),
        confirm: t('use'),
      });
      if (!isSure) return;
      await work('use', theme, async () => {
        announce(t('using', { name }));
        const names = await change.mutateAsync(theme);
        toast.success({
          title: t('used', { name }),
          ...(live && { action: { label: t('undo'), run: () => void goBack(live) } }),
        });
        if (live && names.length > 0) setLeftOut({ names, theme, before: live, isToCustomize: false });
        else onChanged();
      });
    },
    /** Adds a theme to the store, beside the one that shoppers see, and opens its editor. */
    customize: (theme: GalleryTheme) =>
      work('customize', theme, async () => {
        announce(t('adding', { name: nameOf(theme) }));
        const { left_out: names } = await add.mutateAsync(theme.theme);
        if (live && names.length > 0) setLeftOut({ names, theme, before: live, isToCustomize: true });
        else await openEditor(theme);
      }),
    preview: (theme: GalleryTheme) => {
      // Opened synchronously: a tab that opens after an await is blocked as a pop-up.
      const tab = window.open('', '_blank');
      return work('preview', theme, async () => {
        try {
          const { url } = await shareTheme(theme.theme);
          if (tab) {
            tab.opener = null;
            tab.location.href = url;
            return;
          }
          const open = () => void window.open(url, '_blank', 'noopener');
          toast.warning({ title: t('blocked'), action: { label: t('openPreview'), run: open } });
        } catch (error) {
          tab?.close();
          throw error;
        }
      });
    },
    closeLeftOut: ({ isToCustomize }: LeftOut) => {
      setLeftOut(null);
      if (!isToCustomize) onChanged();
    },
    /** Customizes the theme that had no place for everything. */
    goOn: async ({ theme }: LeftOut) => {
      setLeftOut(null);
      await openEditor(theme);
    },
    goBackFrom: async ({ before }: LeftOut) => {
      setLeftOut(null);
      await goBack(before);
    },
  };
}

export type ThemeActs = ReturnType<typeof useThemeActs>;
