import { api, download } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { upload } from '@/shared/api/upload';
import type { Schema } from '@/shared/api/wire-schema';

export type ThemeOption = Schema<'ThemeOption'>;
export type Theme = Schema<'ThemeView'>;
export type ThemeLook = Schema<'ThemeLook'>;
/** The versions of a theme that hold what a look took the place of. */
export type ReplacedByLook = Schema<'ThemeReplaced'>;
export type UploadedTheme = Schema<'ThemeUploadedView'>;

/** What shows which themes the store has, and which of them shoppers see. */
export const staleAfterChange = [['themes'], ['theme-options']] as const;

export const themeOptionsQuery = apiQuery('/theme-options');
export const themesQuery = apiQuery('/themes');

export const installTheme = async (theme: string, look?: string) =>
  (await api.post('/themes', { body: { theme, look } })).data;
export const setLiveTheme = async (theme: string, look?: string) =>
  (await api.put('/themes/{theme}/live', { path: { theme }, body: { look } })).data;
/** Undoes the look that a theme was chosen with: what was published before is published again, and the draft is as it was. */
export const takeLookBack = async (theme: string, { published, draft }: ReplacedByLook) => {
  const path = { theme, number: String(published) };
  await api.post('/themes/{theme}/versions/{number}/publication', { path });
  await api.post('/themes/{theme}/versions/{number}/restore', { path: { theme, number: String(draft) } });
};
/** A link to the store in a theme; it ends after 7 days. */
export const shareTheme = async (theme: string) =>
  (await api.post('/themes/{theme}/previews', { path: { theme }, body: { kind: 'share' } })).data;
/** The store in a theme, for the frames of its card. It changes nothing that is shown: quiet, and never repeated later. */
export const openPreview = async (theme: string, signal: AbortSignal) =>
  (
    await api.post('/themes/{theme}/previews', {
      path: { theme },
      body: { kind: 'look' },
      signal,
      quiet: true,
      reads: true,
    })
  ).data;
export const closePreview = (theme: string, session: string) =>
  api.delete('/themes/{theme}/previews/{session}', { path: { theme, session }, quiet: true });

/** Installs the theme of a ZIP file beside the live one, or gives the draft of one that the store has its files. */
export const uploadTheme = ({
  file,
  ...options
}: {
  file: File;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}) => upload('/theme-uploads', 'file', file, options);
export const themeFile = (theme: string) => download('/themes/{theme}/archive', { path: { theme } });
export const deleteTheme = async (theme: string) => (await api.delete('/themes/{theme}', { path: { theme } })).data;
export const restoreTheme = async (theme: string) =>
  (await api.post('/themes/{theme}/restore', { path: { theme } })).data;
