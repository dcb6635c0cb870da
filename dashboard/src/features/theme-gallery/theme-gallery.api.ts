import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';

export type ThemeOption = Schema<'ThemeOption'>;
export type Theme = Schema<'ThemeView'>;

/** What shows which themes the store has, and which of them shoppers see. */
export const staleAfterChange = [['themes'], ['theme-options']] as const;

export const themeOptionsQuery = apiQuery('/theme-options');
export const themesQuery = apiQuery('/themes');

export const installTheme = async (theme: string) => (await api.post('/themes', { body: { theme } })).data;
export const setLiveTheme = async (theme: string) => (await api.put('/themes/{theme}/live', { path: { theme } })).data;
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
