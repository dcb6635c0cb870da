import type { OrderRow } from '@/modules/order-brief/order-row';
import { api } from '@/shared/api/client';
import type { ListQuery } from '@/shared/api/params';
import type { Page } from '@/shared/api/wire';

/** Ids of the orders that a list matches, newest first, up to `limit`. */
export async function matchingIds(params: ListQuery, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null && ids.length < limit) {
    const { page: _page, sort: _sort, cursor: _cursor, ...narrowing } = params;
    const query: ListQuery = { ...narrowing, per_page: 100, ...(cursor && { cursor }) };
    const page: Page<OrderRow> = await api.get('/orders', { query, quiet: true });
    ids.push(...page.data.map((row) => row.id));
    cursor = page.meta.next_cursor ?? null;
  }
  return ids.slice(0, limit);
}
