import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ListQuery } from '@/shared/api/params';
import type { Page } from '@/shared/api/wire';
import { confirm } from '@/shared/ui/confirm';
import { useProductText } from './i18n';
import { products, type ProductRow } from './products.api';

/** How many of the selected products are out of stock, as far as their rows are in the cache. */
export function countSoldOut(client: QueryClient, ids: readonly string[]): number {
  const cachedPages = client
    .getQueriesData<Page<ProductRow>>({ queryKey: [...products.key, 'index'] })
    .flatMap(([, page]) => page?.data ?? []);
  return ids.filter((id) => cachedPages.some((row) => row.id === id && row.stock_level === 'out')).length;
}

/** How many of the list's matches are out of stock. */
export function soldOutQuery(filter: ListQuery) {
  const stock = filter['filter[stock]'];
  const { page: _page, per_page: _perPage, cursor: _cursor, sort: _sort, ...matching } = filter;
  return queryOptions({
    ...products.indexQuery({ ...matching, 'filter[stock]': 'out', per_page: 1 }),
    enabled: stock === undefined || String(stock).split(',').includes('out'),
    select: ({ meta }) => meta.total ?? 0,
  });
}

/** The question before publishing products without stock; null when all have some. */
export function soldOutQuestion(count: number): { title: string; text: string } | undefined {
  const t = useProductText.now;
  return count === 0 ? undefined : { title: t('soldOutAsk', { count }), text: t('soldOutText') };
}

/** Whether to publish one product: asks when it is out of stock. */
export async function mayPublish(product: Pick<ProductRow, 'stock_level'>): Promise<boolean> {
  const question = soldOutQuestion(product.stock_level === 'out' ? 1 : 0);
  return !question || confirm({ ...question, confirm: useProductText.now('publish') });
}
