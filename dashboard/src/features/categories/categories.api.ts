import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import { categoriesKey } from '@/modules/category-tree/categories';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type CategoryIn = SchemaIn<'NewCategory'>;

export const categories = resource('categories');

export type Place = Schema<'PlaceIn'>;

/** All or none are moved; the page shows a failure. */
export const sortCategories = (items: Place[]) => api.put('/categories/sorting', { body: { items }, quiet: true });

/** What happens to the contents of a deleted category. */
export interface ProductDisposition {
  withChildren: boolean;
  /** The category that gets its products; null: they stay in the store without it. */
  productsTo: string | null;
}

export const removeCategory = async (id: string, { withChildren, productsTo }: ProductDisposition) =>
  (
    await api.delete('/categories/{id}', {
      path: { id },
      query: { children: withChildren ? 'delete' : undefined, products_to: productsTo },
    })
  ).data;

/** Undoes one deletion. */
export const restoreCategories = (removal: string) =>
  api.post('/categories/removals/{id}/undo', { path: { id: removal } });

export type CategoryProduct = Schema<'CategoryProduct'>;
export type ProductOrder = Schema<'ProductOrder'>;
export const productOrders = ['manual', 'newest', 'price', '-price', 'name'] as const satisfies readonly ProductOrder[];

export const categoryProductsKey = (id: string) => [...categoriesKey, 'one', id, 'products'] as const;

/** A page of the category's products, in its own order. */
export const categoryProducts = (id: string, cursor: string, signal?: AbortSignal) =>
  api.get('/categories/{id}/products', { path: { id }, query: { per_page: 50, cursor: cursor || undefined }, signal });

/** Puts products behind another one, or in front of all. */
export const moveProducts = (id: string, items: string[], after: string | null) =>
  api.put('/categories/{id}/products/order', { path: { id }, body: { items, after } });

/** Query keys that every change of categories invalidates: products are filtered by them. */
export const staleAfterChange = [categoriesKey, ['products'], ['setup-checklist']] as const;
