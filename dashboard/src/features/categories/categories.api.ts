import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import { categoriesKey, type Category } from '@/modules/category-tree/categories';
import type { Texts } from '@/shared/i18n/texts';

export interface CategoryIn {
  parent_id: string | null;
  name: Texts;
  description: Texts;
  /** Made of the name when absent. */
  slug?: string;
  image_id: string | null;
  is_active: boolean;
  version?: number;
}

export const categories = resource<Category, Category, CategoryIn>('categories');

export interface Place {
  id: string;
  parent_id: string | null;
  display_order: number;
}

/** All of them or none; the page tells of a failure. */
export const sortCategories = (items: Place[]) => api.put<unknown>('/categories/sorting', { items }, { quiet: true });

/** What every change to categories makes stale: products are filtered by them. */
export const staleAfterChange = [categoriesKey, ['products'], ['setup-checklist']] as const;
