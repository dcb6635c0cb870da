import { useState } from 'react';
import type { Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { getSession, storeLanguages } from '@/shared/session/session';
import { plainPage, templateOf } from './editor-pages';
import type { EditorPage, PlainPage } from './theme-editor.search';
import { useExampleCategory, useExamplePage, useExampleProduct, type ExampleProduct } from './use-example';

/** The path of a product's page, from its address. */
function pathOf(url: string): string | null {
  try {
    return new URL(url).pathname;
  } catch {
    return null;
  }
}

/** A search that finds something: the first word of a product's name. */
function searchOf(product: ExampleProduct | null, language: Language): string {
  const [word] = textOf(product?.name, language).split(/\s+/);
  return word ? `/search?q=${encodeURIComponent(word)}` : '/search';
}

/** The page of the storefront that the frame shows. */
export function usePreviewPath(edited: EditorPage) {
  const page = plainPage(edited);
  // The example is shown in it, whatever template it has of its own.
  const template = templateOf(edited);
  const languages = storeLanguages(getSession());
  const own: Language = getSession().store?.default_language ?? languages[0] ?? 'ar';
  const [language, setLanguage] = useState<Language>(own);
  /** The cart is shown with products in it, or empty. */
  const [isFilled, setFilled] = useState(true);
  const product = useExampleProduct(page === 'product' || page === 'search');
  const textPage = useExamplePage(page === 'page');
  const category = useExampleCategory(page === 'collection' && template !== null);
  const example = page === 'product' ? product : page === 'page' ? textPage : null;
  const paths: Record<PlainPage, () => string | null> = {
    index: () => '/',
    product: () => product.item && pathOf(product.item.url),
    collection: () => (category.item ? `/collections/${encodeURIComponent(category.item.slug)}` : '/collections'),
    cart: () => (isFilled ? '/cart?example=filled' : '/cart'),
    search: () => searchOf(product.item, language),
    page: () => textPage.item && `/pages/${encodeURIComponent(textOf(textPage.item.slugs, language))}`,
    // No page of a store has this address.
    not_found: () => '/404',
  };
  const plain = paths[page]();
  const path = plain === null || template === null ? plain : `${plain}?template=${encodeURIComponent(template)}`;
  return {
    /** With the language; null where there is nothing to show. */
    path: path === null ? null : language === own ? path : `/${language}${path}`,
    languages,
    language,
    setLanguage,
    product,
    category,
    textPage,
    isFilled,
    setFilled,
    mayRead: example?.mayRead ?? true,
    isLoading: category.isLoading || ((page === 'search' ? product : example)?.isLoading ?? false),
    error: example?.error ?? null,
    retry: () => example?.retry(),
  };
}

export type PreviewPath = ReturnType<typeof usePreviewPath>;
