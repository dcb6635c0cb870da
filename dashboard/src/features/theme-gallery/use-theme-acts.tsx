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
import {
  installTheme,
  setLiveTheme,
  shareTheme,
  staleAfterChange,
  takeLookBack,
  type ReplacedByLook,
} from './theme-gallery.api';
import type { GalleryTheme } from './theme-gallery.model';
import type { ChosenLook } from './use-style-choice';

/** What a theme had no place for when it was added to the store. */
export interface LeftOut {
  names: readonly Texts[];
  theme: GalleryTheme;
  /** The theme in which it stays. */
  before: GalleryTheme;
  /** The theme was added to be customized: shoppers do not see it. */
  isToCustomize: boolean;
}

interface Choice {
  theme: GalleryTheme;
  look: ChosenLook | undefined;
}

/** What is done with the themes of the gallery; `onChanged` runs when shoppers see another one. */
export function useThemeActs(live: GalleryTheme | undefined, onChanged: () => void) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<{ theme: string; act: 'use' | 'customize' | 'preview' } | null>(null);
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null);
  const invalidates = staleAfterChange;
  const add = useApiMutation({ run: ({ theme, look }: Choice) => installTheme(theme.theme, look?.id), invalidates });
  const change = useApiMutation({
    run: async ({ theme: { theme, own }, look }: Choice) => {
      const names = own ? [] : (await installTheme(theme, look?.id)).left_out;
      const { replaced } = await setLiveTheme(theme, look?.id);
      return { names, replaced };
    },
    invalidates,
  });
  const takeBack = useApiMutation({
    run: async ({
      before,
      theme,
      replaced,
    }: {
      before: GalleryTheme;
      theme: string;
      replaced: ReplacedByLook | null;
    }) => {
      if (before.theme !== theme) await setLiveTheme(before.theme);
      if (replaced) await takeLookBack(theme, replaced);
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

  const titleOf = (theme: GalleryTheme, style: string | undefined) => {
    const name = nameOf(theme);
    if (style === undefined) return t('use.title', { name });
    return theme.is_live ? t('style.applyTitle', { style }) : t('use.styleTitle', { name, style });
  };

  const openEditor = (theme: GalleryTheme) => navigate({ to: '/theme/editor', search: editorSearch(theme) });

  /** Shows shoppers what they saw before: another theme, and what a look took the place of. */
  const goBack = (before: GalleryTheme, theme: string, replaced: ReplacedByLook | null = null) =>
    work('use', before, async () => {
      await takeBack.mutateAsync({ before, theme, replaced });
      toast.success(before.theme === theme ? t('style.undone') : t('undone', { name: nameOf(before) }));
      onChanged();
    });

  return {
    busy,
    leftOut,
    /** Shows a theme to shoppers, with a look in one of its own; the theme that they see by now only changes its look. */
    use: async (theme: GalleryTheme, look?: ChosenLook) => {
      const name = nameOf(theme);
      const style = look?.name;
      const isSure = await confirm({
        title: titleOf(theme, style),
        text: (
          <ChangeWarning
            live={live && nameOf(live)}
            isInstalled={theme.own !== undefined}
            isLive={theme.is_live}
            hasChanges={theme.own?.has_changes ?? false}
            style={style}
          />
        ),
        confirm: t(theme.is_live ? 'style.apply' : 'use'),
      });
      if (!isSure) return;
      await work('use', theme, async () => {
        announce(theme.is_live ? t('style.applying') : t('using', { name }));
        const { names, replaced } = await change.mutateAsync({ theme, look });
        toast.success({
          title: theme.is_live && style ? t('style.applied', { style }) : t('used', { name }),
          ...(live && { action: { label: t('undo'), run: () => void goBack(live, theme.theme, replaced) } }),
        });
        if (live && names.length > 0) setLeftOut({ names, theme, before: live, isToCustomize: false });
        else onChanged();
      });
    },
    /** Adds a theme to the store, beside the one that shoppers see, and opens its editor. */
    customize: (theme: GalleryTheme, look?: ChosenLook) =>
      work('customize', theme, async () => {
        announce(t('adding', { name: nameOf(theme) }));
        const { left_out: names } = await add.mutateAsync({ theme, look });
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
    goBackFrom: async ({ before, theme }: LeftOut) => {
      setLeftOut(null);
      await goBack(before, theme.theme);
    },
  };
}

export type ThemeActs = ReturnType<typeof useThemeActs>;
