import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { categoriesQuery, pathOf } from '@/modules/category-tree/categories';
import { useMayOpen } from '@/modules/screens/screens';
import { resource } from '@/shared/api/resource';
import { latinDigits } from '@/shared/i18n/digits';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { fold, isFound } from '@/shared/lib/fold';

const products = resource('products');
const customers = resource('customers');
const orders = resource('orders');
const coupons = resource('coupons');

/** Maximum of results of each kind. */
const maxResults = 5;

export type PaletteResultKind = 'product' | 'category' | 'order' | 'customer' | 'coupon';

/** A search result of the palette. */
export interface PaletteResult {
  kind: PaletteResultKind;
  id: string;
  name: string;
  /** Distinguishes results of the same name: SKU, number, phone. Written left to right. */
  code?: string;
  note?: string;
}

const isWord = (text: string) => fold(text).replaceAll(' ', '').length >= 2;
/** A single digit is an order's number already. */
const isOrderNumber = (text: string) => /^#?\d+$/.test(latinDigits(text));

/**
 * Search results of the palette: products, categories, orders, customers and coupons, as far as this user may read
 * them. The query is debounced; stale requests are aborted.
 */
export function usePaletteResults(input: string): { results: PaletteResult[]; isWaiting: boolean } {
  const { language } = useLanguage();
  const search = input.trim();
  const [debounced] = useDebouncedValue(search, 180);
  const isSearchable = isWord(debounced);
  const isNumber = isOrderNumber(debounced);
  const params = { search: debounced, per_page: maxResults };
  const mayProducts = useMayOpen('/products/edit/$id');
  const mayOrders = useMayOpen('/orders/view/$id');
  const mayCustomers = useMayOpen('/customers/view/$id');
  // A category leads to its products.
  const readsCategories = useMayOpen('/products-categories/list');
  const opensProducts = useMayOpen('/products/list');
  const mayCategories = readsCategories && opensProducts;
  const mayCoupons = useMayOpen('/coupons/edit/$id');
  const rest = { placeholderData: keepPreviousData, staleTime: 20_000 };
  const productsResult = useQuery({ ...products.indexQuery(params), ...rest, enabled: mayProducts && isSearchable });
  const ordersResult = useQuery({
    ...orders.indexQuery(params),
    ...rest,
    enabled: mayOrders && (isSearchable || isNumber),
  });
  const customersResult = useQuery({ ...customers.indexQuery(params), ...rest, enabled: mayCustomers && isSearchable });
  const couponsResult = useQuery({ ...coupons.indexQuery(params), ...rest, enabled: mayCoupons && isSearchable });
  const categoriesResult = useQuery({ ...categoriesQuery, enabled: mayCategories && isSearchable });
  // What is written now is still to be searched for.
  const isAhead = search !== debounced && (isWord(search) || isOrderNumber(search));
  if (!search || (!isSearchable && !isNumber)) return { results: [], isWaiting: isAhead };

  const categories = categoriesResult.data ?? [];
  const results: PaletteResult[] = [
    ...(mayProducts && isSearchable ? (productsResult.data?.data ?? []) : []).map((row): PaletteResult => {
      const name = textOf(row.name, language);
      return { kind: 'product', id: row.id, name, code: row.sku ?? undefined };
    }),
    ...(mayOrders ? (ordersResult.data?.data ?? []) : []).map((row): PaletteResult => ({
      kind: 'order',
      id: row.id,
      name: row.customer_name,
      code: `#${row.number}`,
    })),
    ...(mayCustomers && isSearchable ? (customersResult.data?.data ?? []) : []).map((row): PaletteResult => ({
      kind: 'customer',
      id: row.id,
      name: row.name,
      code: row.mobile ?? undefined,
    })),
    ...(mayCategories && isSearchable ? categories : [])
      .filter(({ name }) => [name.ar, name.en].some((text) => text && isFound(text, debounced)))
      .slice(0, maxResults)
      .map((category): PaletteResult => {
        const above = pathOf(categories, category.id, language).slice(0, -1);
        return {
          kind: 'category',
          id: category.id,
          name: textOf(category.name, language),
          note: above.join(' › ') || undefined,
        };
      }),
    ...(mayCoupons && isSearchable ? (couponsResult.data?.data ?? []) : []).map((row): PaletteResult => ({
      kind: 'coupon',
      id: row.id,
      name: row.code,
      note: row.name,
    })),
  ];
  const isWaiting =
    isAhead ||
    categoriesResult.isLoading ||
    [productsResult, ordersResult, customersResult, couponsResult].some((query) => query.isFetching);
  return { results, isWaiting };
}
