import { queryOptions, type DataTag, type QueryKey, type UnusedSkipTokenOptions } from '@tanstack/react-query';
import type { Data, PathOf, Rest } from './endpoint';
import { request, type CallOptions, type Init } from './transport';
import type { Page } from './wire';

/** Options of a query whose data is `T`. */
export type ApiQuery<T, Key extends QueryKey = QueryKey> = UnusedSkipTokenOptions<T, Error, T, Key> & {
  queryKey: DataTag<Key, T, Error>;
};

/** The query options that a list uses: pages of `Row`s. */
export interface PageQuery<Row> {
  queryKey: QueryKey;
  queryFn?: (context: never) => Page<Row> | Promise<Page<Row>>;
  refetchInterval?: unknown;
  enabled?: unknown;
  staleTime?: unknown;
}

/**
 * The key of a read, from its path and query: `/orders/{id}/trust` of ord_1 is `['orders', 'one', 'ord_1', 'trust']`,
 * so invalidating the order invalidates its trust; a list is `['orders', 'index', query]`.
 */
export function keyOf(path: string, { path: values, query }: Pick<Init, 'path' | 'query'> = {}): QueryKey {
  const parts = path.split('/').slice(1);
  const key: unknown[] = parts.flatMap((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name ? ['one', values?.[name]] : [part];
  });
  if (parts.length === 1) key.push('index');
  if (query) key.push(query);
  return key;
}

/** The content of `data`, for an answer that is not a list. */
export const dataOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'data' in answer && !('meta' in answer) ? answer.data : answer;

type ReadOptions = Omit<CallOptions, 'signal'>;

/** A GET as a query: `useQuery(apiQuery('/orders/{id}/trust', { path: { id } }))`. */
export function apiQuery<P extends PathOf<'get'>>(path: P, ...init: Rest<'get', P, ReadOptions>): ApiQuery<Data<P>>;
export function apiQuery(path: string, init?: Init): object {
  return readQuery(path, init);
}

/** The same without the types of the API document. */
export const readQuery = (path: string, init: Init = {}) =>
  queryOptions({
    queryKey: keyOf(path, init),
    queryFn: async ({ signal }) => dataOf(await request('GET', path, { ...init, signal })),
  });
