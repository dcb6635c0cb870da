import type { Schema } from '@/shared/api/wire-schema';
import { listParams, listSearch, type ListSearch, type ListSpec } from '@/shared/table/list-search';
import type { ListQuery } from '@/shared/api/params';
import type { Language } from '@/shared/i18n/language';
import type { StatusTone } from '@/shared/ui/tokens';

export type ProductType = Schema<'ProductType'>;
export type ProductState = Schema<'State'>;

export const productTabs = ['published', 'unpublished', 'scheduled', 'inactive', 'out', 'archived'] as const;
export const productSorts = ['-created_at', '-updated_at', 'name', 'price', '-price', 'stock', '-stock'] as const;

/** The list spec (PR-01). `state` is the tab: one of the states, or `out` for out of stock. */
export const productsList: ListSpec = {
  sort: '-created_at',
  ranked: true,
  sortable: ['created_at', 'updated_at', 'name', 'price', 'stock'],
  filters: ['state', 'category', 'stock', 'type'],
};
export const productsSearch = listSearch(productsList);

/** The list's API query: the tab of products out of stock is a filter there. */
export function productParams(search: ListSearch): ListQuery {
  if (search.state !== 'out') return listParams(search, productsList);
  return listParams({ ...search, state: undefined, stock: 'out' }, productsList);
}

/**
 * Languages in which more than half of the rows lack some text: a store that writes in one language needs no hint on
 * each row.
 */
export function usuallyMissing(rows: readonly Pick<Schema<'ProductRow'>, 'untranslated'>[]): Set<Language> {
  const lacking = (language: Language) =>
    rows.filter((row) => row.untranslated.some((text) => text.language === language)).length;
  return new Set((['ar', 'en'] as const).filter((language) => lacking(language) * 2 > rows.length));
}

export const stateTones: Record<ProductState, StatusTone> = {
  published: 'green',
  unpublished: 'gray',
  scheduled: 'blue',
  inactive: 'gray',
  archived: 'gray',
};
