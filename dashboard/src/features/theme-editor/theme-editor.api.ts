import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { CallOptions } from '@/shared/api/transport';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type Theme = Schema<'ThemeView'>;
export type ThemePage = Schema<'ThemePageView'>;
export type Section = Schema<'ThemeSectionView'>;
export type SectionOption = Schema<'ThemeSectionOption'>;
export type Setting = Schema<'ThemeSetting'>;
export type Block = Schema<'ThemeBlock'>;
export type BlockSchema = Schema<'ThemeBlockSchema'>;
export type Version = Schema<'ThemeVersionView'>;
export type Change = Schema<'ThemeChange'>;
export type Preview = Schema<'ThemePreviewView'>;
export type SectionIn = SchemaIn<'ThemeSectionIn'>;
export type NewSection = SchemaIn<'NewThemeSection'>;
export type PublishIn = SchemaIn<'ThemePublishIn'>;
/** Values of settings by their ids, as the schema describes them. */
export type Values = Record<string, unknown>;

/** The prefix of all keys of the drafts. */
export const themesKey = ['themes'] as const;

export const themesQuery = apiQuery('/themes');
export const pageQuery = (theme: string, page: string) =>
  apiQuery('/themes/{theme}/{page}', { path: { theme, page }, quiet: true });
export const optionsQuery = (theme: string) => apiQuery('/themes/{theme}/section-options', { path: { theme } });
export const changesQuery = (theme: string) => apiQuery('/themes/{theme}/changes', { path: { theme } });
export const versionsQuery = (theme: string) => apiQuery('/themes/{theme}/versions', { path: { theme } });
export const versionQuery = (theme: string, number: number) =>
  apiQuery('/themes/{theme}/versions/{number}', { path: { theme, number: String(number) } });

export const addSections = async (theme: string, page: string, sections: NewSection[], options?: CallOptions) =>
  (await api.post('/themes/{theme}/{page}', { path: { theme, page }, body: { sections }, ...options })).data;
export const updateSection = async (theme: string, id: string, body: SectionIn, options?: CallOptions) =>
  (await api.put('/themes/{theme}/sections/{id}', { path: { theme, id }, body, ...options })).data;
export const deleteSection = async (theme: string, id: string) =>
  (await api.delete('/themes/{theme}/sections/{id}', { path: { theme, id } })).data;
export const restoreSection = async (theme: string, id: string) =>
  (await api.post('/themes/{theme}/sections/{id}/restore', { path: { theme, id } })).data;
export const sortSections = async (theme: string, page: string, ids: readonly string[]) =>
  (
    await api.put('/themes/{theme}/sorting', {
      path: { theme },
      body: { page, items: ids.map((id, display_order) => ({ id, display_order })) },
    })
  ).data;
export const publishTheme = async (theme: string, body: PublishIn, options?: CallOptions) =>
  (await api.post('/themes/{theme}/publication', { path: { theme }, body, ...options })).data;
export const cancelPublication = async (theme: string) =>
  (await api.delete('/themes/{theme}/publication', { path: { theme } })).data;
export const discardDraft = async (theme: string) =>
  (await api.post('/themes/{theme}/discard', { path: { theme } })).data;
export const restoreVersion = async (theme: string, number: number) =>
  (await api.post('/themes/{theme}/versions/{number}/restore', { path: { theme, number: String(number) } })).data;
export const publishVersion = async (theme: string, number: number) =>
  (await api.post('/themes/{theme}/versions/{number}/publication', { path: { theme, number: String(number) } })).data;
export const openPreview = async (theme: string, kind: 'editor' | 'share') =>
  (await api.post('/themes/{theme}/previews', { path: { theme }, body: { kind } })).data;
export const endSharing = async (theme: string) =>
  (await api.delete('/themes/{theme}/previews', { path: { theme } })).data;
/** Says that the editor is still open; the names of the others in the same draft. */
export const stayInPreview = async (theme: string, session: string) =>
  (await api.put('/themes/{theme}/previews/{session}', { path: { theme, session }, quiet: true, background: true }))
    .data.others;
export const closePreview = (theme: string, session: string) =>
  api.delete('/themes/{theme}/previews/{session}', { path: { theme, session }, quiet: true });
