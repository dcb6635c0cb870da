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
const most = 5;

export type FindKind = 'product' | 'category' | 'order' | 'customer' | 'coupon';

/** A search result of the palette. */
export interface Find {
  kind: FindKind;
  id: string;
  name: string;
  /** Distinguishes results of the same name: SKU, number, phone. Written left to right. */
  code?: string;
  note?: string;
}

/**
 * Search results of the palette: products, categories, orders, customers and coupons, as far as this user may read
 * them. The query is debounced; stale requests are aborted.
 */
export function usePaletteFinds(input: string): { finds: Find[]; isWaiting: boolean } {
  const { language } = useLanguage();
  const search = input.trim();
  const [rested] = useDebouncedValue(search, 180);
  const letters = fold(rested).replaceAll(' ', '').length;
  const isAsked = letters >= 2;
  // A single digit is an order's number already.
  const isNumber = /^#?\d+$/.test(latinDigits(rested));
  const params = { search: rested, per_page: most };
  const mayProducts = useMayOpen('/products/edit/$id');
  const mayOrders = useMayOpen('/orders/view/$id');
  const mayCustomers = useMayOpen('/customers/view/$id');
  // A category leads to its products.
  const readsCategories = useMayOpen('/products-categories/list');
  const opensProducts = useMayOpen('/products/list');
  const mayCategories = readsCategories && opensProducts;
  const mayCoupons = useMayOpen('/coupons/edit/$id');
  const rest = { placeholderData: keepPreviousData, staleTime: 20_000 };
  const ofProducts = useQuery({ ...products.indexQuery(params), ...rest, enabled: mayProducts && isAsked });
  const ofOrders = useQuery({ ...orders.indexQuery(params), ...rest, enabled: mayOrders && (isAsked || isNumber) });
  const ofCustomers = useQuery({ ...customers.indexQuery(params), ...rest, enabled: mayCustomers && isAsked });
  const ofCoupons = useQuery({ ...coupons.indexQuery(params), ...rest, enabled: mayCoupons && isAsked });
  const ofCategories = useQuery({ ...categoriesQuery, enabled: mayCategories && isAsked });
  if (!search || (!isAsked && !isNumber)) return { finds: [], isWaiting: false };

  const categories = ofCategories.data ?? [];
  const finds: Find[] = [
    ...(mayProducts && isAsked ? (ofProducts.data?.data ?? []) : []).map((row): Find => {
      const name = textOf(row.name, language);
      return { kind: 'product', id: row.id, name, code: row.sku ?? undefined };
    }),
    ...(mayOrders ? (ofOrders.data?.data ?? []) : []).map((row): Find => ({
      kind: 'order',
      id: row.id,
      name: row.customer_name,
      code: `#${row.number}`,
    })),
    ...(mayCustomers && isAsked ? (ofCustomers.data?.data ?? []) : []).map((row): Find => ({
      kind: 'customer',
      id: row.id,
      name: row.name,
      code: row.mobile ?? undefined,
    })),
    ...(mayCategories && isAsked ? categories : [])
      .filter(({ name }) => [name.ar, name.en].some((text) => text && isFound(text, rested)))
      .slice(0, most)
      .map((category): Find => {
        const above = pathOf(categories, category.id, language).slice(0, -1);
        return {
          kind: 'category',
          id: category.id,
          name: textOf(category.name, language),
          note: above.join(' › ') || undefined,
        };
      }),
    ...(mayCoupons && isAsked ? (ofCoupons.data?.data ?? []) : []).map((row): Find => ({
      kind: 'coupon',
      id: row.id,
      name: row.code,
      note: row.name,
    })),
  ];
  const isWaiting =
    search !== rested || [ofProducts, ofOrders, ofCustomers, ofCoupons].some((query) => query.isFetching);
  return { finds, isWaiting };
}
