import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { resource } from '@/shared/api/resource';
import type { Language } from '@/shared/i18n/language';
import { getSession, storeLanguages, useCan } from '@/shared/session/session';
import type { EditorPage } from './theme-editor.search';

const products = resource('products');

/** The product whose page is shown: a name and the address of its page. */
export interface ExampleProduct {
  name: { ar?: string; en?: string };
  url: string;
}

/** The path of a product's page, from its address. */
function pathOf(url: string): string | null {
  try {
    return new URL(url).pathname;
  } catch {
    return null;
  }
}

/** The page of the storefront that the frame shows. */
export function usePreviewPath(page: EditorPage) {
  const languages = storeLanguages(getSession());
  const own: Language = getSession().store?.default_language ?? languages[0] ?? 'ar';
  const [language, setLanguage] = useState<Language>(own);
  const [chosen, setProduct] = useState<ExampleProduct | null>(null);
  const mayRead = useCan('read', 'Product');
  const first = useQuery({
    ...products.indexQuery({ 'filter[state]': 'published', per_page: 1 }),
    enabled: page === 'product' && chosen === null && mayRead,
  });
  const product: ExampleProduct | null = chosen ?? first.data?.data[0] ?? null;
  const path = page === 'product' ? product && pathOf(product.url) : page === 'collection' ? '/collections' : '/';
  return {
    /** With the language; null where there is nothing to show. */
    path: path === null ? null : language === own ? path : `/${language}${path}`,
    languages,
    language,
    setLanguage,
    product,
    setProduct,
    mayRead,
    isLoading: page === 'product' && product === null && mayRead && first.isPending,
    error: product === null ? first.error : null,
    retry: () => void first.refetch(),
  };
}

export type PreviewPath = ReturnType<typeof usePreviewPath>;
