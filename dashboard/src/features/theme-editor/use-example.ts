import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { categoriesQuery, type Category } from '@/modules/category-tree/categories';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';
import { useCan } from '@/shared/session/session';

const products = resource('products');

/** The product whose page is shown: a name and the address of its page. */
export interface ExampleProduct {
  name: { ar?: string; en?: string };
  url: string;
}

export type ExamplePage = Schema<'ContentPageRow'>;

/** What a page of the store is shown with: the first of its kind, until the merchant chooses another. */
export interface Example<Item> {
  item: Item | null;
  choose: (item: Item) => void;
  mayRead: boolean;
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

/** A published product. */
export function useExampleProduct(isNeeded: boolean): Example<ExampleProduct> {
  const [chosen, choose] = useState<ExampleProduct | null>(null);
  const mayRead = useCan('read', 'Product');
  const isRead = isNeeded && chosen === null && mayRead;
  const query = useQuery({
    ...products.indexQuery({ 'filter[state]': 'published', per_page: 1 }),
    enabled: isRead,
  });
  const item = chosen ?? query.data?.data[0] ?? null;
  return {
    item,
    choose,
    mayRead,
    isLoading: isRead && item === null && query.isPending,
    error: item === null ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/** A category, one with a picture first: a template may show it. */
export function useExampleCategory(isNeeded: boolean): Pick<Example<Category>, 'item' | 'choose' | 'isLoading'> {
  const [chosen, choose] = useState<Category | null>(null);
  const isRead = useCan('read', 'Category') && isNeeded;
  const query = useQuery({ ...categoriesQuery, enabled: isRead });
  const shown = query.data?.filter(({ is_active }) => is_active) ?? [];
  const item = isRead ? (chosen ?? shown.find(({ image }) => image !== null) ?? shown[0] ?? null) : null;
  return { item, choose, isLoading: isRead && query.isPending };
}

/** A published page of text. */
export function useExamplePage(isNeeded: boolean): Example<ExamplePage> {
  const [chosen, choose] = useState<ExamplePage | null>(null);
  const mayRead = useCan('read', 'Page');
  const isRead = isNeeded && chosen === null && mayRead;
  const query = useQuery({ ...apiQuery('/pages'), enabled: isRead });
  const item = chosen ?? query.data?.find(({ status }) => status === 'published') ?? null;
  return {
    item,
    choose,
    mayRead,
    isLoading: isRead && item === null && query.isPending,
    error: item === null ? query.error : null,
    retry: () => void query.refetch(),
  };
}
