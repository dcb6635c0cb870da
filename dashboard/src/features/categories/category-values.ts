import { foldText, type Category } from '@/modules/category-tree/categories';
import type { Language } from '@/shared/i18n/language';
import type { MediaItem } from '@/shared/upload/media';
import type { CategoryIn, ProductOrder } from './categories.api';

export interface CategoryValues extends Record<string, unknown> {
  name: Record<Language, string>;
  description: Record<Language, string>;
  parent_id: string | null;
  slug: string;
  images: MediaItem[];
  is_active: boolean;
  meta_title: Record<Language, string>;
  meta_description: Record<Language, string>;
  keywords: Record<Language, string>;
  product_order: ProductOrder;
  /** The theme's alternate template that shows it; '' for the plain one. */
  template: string;
}

const toBilingual = (texts: { ar?: string; en?: string } | undefined): Record<Language, string> => ({
  ar: texts?.ar ?? '',
  en: texts?.en ?? '',
});

export const valuesOf = (category: Category | null, parent: string | null): CategoryValues => ({
  name: { ar: category?.name.ar ?? '', en: category?.name.en ?? '' },
  description: { ar: category?.description.ar ?? '', en: category?.description.en ?? '' },
  parent_id: parent,
  slug: category?.slug ?? '',
  images: category?.image ? [{ id: category.image.id, url: category.image.urls?.['320'] ?? category.image.url }] : [],
  is_active: category?.is_active ?? true,
  meta_title: toBilingual(category?.seo.meta_title),
  meta_description: toBilingual(category?.seo.meta_description),
  keywords: toBilingual(category?.seo.keywords),
  product_order: category?.product_order ?? 'newest',
  template: category?.template ?? '',
});

export const bodyOf = (values: CategoryValues, base: Category | null): CategoryIn => ({
  name: values.name,
  description: values.description,
  parent_id: values.parent_id,
  // When empty, the server derives it from the name or keeps the current one.
  ...(values.slug.trim() ? { slug: values.slug.trim() } : {}),
  image_id: values.images[0]?.id ?? null,
  is_active: values.is_active,
  seo: { meta_title: values.meta_title, meta_description: values.meta_description, keywords: values.keywords },
  product_order: values.product_order,
  template: values.template || null,
  ...(base ? { version: base.version } : {}),
});

/** Another category with the same name (folded, in either language) under the same parent. */
export function namesake(
  all: readonly Category[],
  { id, name, parent }: { id: string | null; name: { ar: string; en: string }; parent: string | null },
): Category | undefined {
  const isSame = (one: string | null | undefined, other: string) =>
    foldText(other) !== '' && foldText(one ?? '') === foldText(other);
  return all.find(
    (each) =>
      each.id !== id &&
      (each.parent_id ?? null) === (parent || null) &&
      (isSame(each.name.ar, name.ar) || isSame(each.name.en, name.en)),
  );
}
