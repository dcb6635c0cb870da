import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Page } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** A page of the store in the list: about us, a policy. */
export type PageRow = Schema<'ContentPageRow'>;
export type PageView = Schema<'ContentPage'>;
export type NewPage = SchemaIn<'NewPage'>;
export type PageStatus = Schema<'PageStatus'>;
export type Policy = Schema<'Policy'>;

export const contentPages = resource('pages');

/** What shows pages: their names and states stand in menus too. */
export const staleAfterChange = [contentPages.key, ['menus']] as const;

/** All pages as one page of a list. */
export const allPages = (rows: PageRow[]): Page<PageRow> => ({
  data: rows,
  links: { first: null, last: null, next: null, prev: null },
  meta: { current_page: 1, from: null, last_page: 1, per_page: rows.length, to: null, total: rows.length },
});

/** All pages of the store, 200 at most. */
export const pagesQuery = queryOptions({
  queryKey: [...contentPages.key, 'all'] as const,
  queryFn: async ({ signal }): Promise<Page<PageRow>> => allPages((await api.get('/pages', { signal })).data),
});

/** The text that a policy may begin with, filled with the store's data; nothing is stored. Quiet: its page shows the failure. */
export const policyTextQuery = (policy: Policy) =>
  apiQuery('/pages/policies/{policy}', { path: { policy }, quiet: true });

/** Undoes a deletion. */
export const restorePage = (id: string) => api.post('/pages/{id}/restore', { path: { id } });
