import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import { categoriesKey, type Category } from '@/modules/category-tree/categories';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type CategoryIn = SchemaIn<'CategoryIn'>;

export const categories = resource<Category, Category, CategoryIn>('categories');

export type Place = Schema<'PlaceIn'>;

/** All of them or none; the page tells of a failure. */
export const sortCategories = (items: Place[]) => api.put<unknown>('/categories/sorting', { items }, { quiet: true });

/** What every change to categories makes stale: products are filtered by them. */
export const staleAfterChange = [categoriesKey, ['products'], ['setup-checklist']] as const;
