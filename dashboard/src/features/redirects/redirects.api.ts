import { api, download } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';

export type RedirectView = Schema<'RedirectView'>;
export type MissedAddress = Schema<'MissedAddress'>;
export type ImportView = Schema<'RedirectImportView'>;

export const redirects = resource('redirects');
export const missedAddresses = resource('missed-addresses');

/** A redirect takes its address from those that are missed. */
export const staleAfterChange = [redirects.key, missedAddresses.key] as const;

/** Undoes a deletion. */
export const restoreRedirect = (id: string) => api.post('/redirects/{id}/restore', { path: { id } });

/** Undoes a bulk deletion; each redirect has its own result. */
export const restoreRedirects = async (items: readonly string[]) =>
  (await api.post('/redirects/restoreMany', { body: { items: [...items] } })).data.results;

/** What the store has at an old address, or by a name like it. Quiet: an address that is none is told when it is saved. */
export const suggestionQuery = (address: string) => ({
  ...apiQuery('/redirects/suggestion', { query: { address }, quiet: true }),
  retry: false,
});

export const exportFile = () => download('/redirects/export');

/** Imports the text of a file, or tells what that would do. Quiet: the dialog shows what is wrong with it. */
export const importRedirects = async (content: string, isPreview: boolean): Promise<ImportView> =>
  (await api.post('/redirects/import', { body: { content, is_preview: isPreview }, quiet: true })).data;
