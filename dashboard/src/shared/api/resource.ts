import { queryOptions } from '@tanstack/react-query';
import { api, type CallOptions } from './client';
import { ApiError } from './error';
import type { Params } from './params';
import type { BulkAnswer, One, Page } from './wire';

/** A row as `GET {name}/list` gives it for pickers. */
export interface ListOption {
  id: string;
  name: string | { ar?: string; en?: string };
}

const mustHave = (id: string) => {
  if (!id) throw new ApiError({ outcome: 'rejected', status: 0, code: 'invalid_item_selected' });
  return encodeURIComponent(id);
};

/**
 * The generic calls of one resource (GC-01) and its queries; the query key comes from the endpoint and its params.
 *
 * ```ts
 * export const coupons = resource<CouponRow, CouponView, CouponIn>('coupons');
 * const { data } = useQuery(coupons.indexQuery(params));
 * const save = useApiMutation({ run: (body: CouponIn) => coupons.create(body), invalidates: [['coupons'], ['sync']] });
 * ```
 */
export function resource<Row, View = Row, In = Partial<View>>(name: string) {
  const path = `/${name}`;
  return {
    name,
    /** Prefix of all keys of this resource: `invalidates: [products.key]`. */
    key: [name] as const,
    indexQuery: (params: Params = {}) =>
      queryOptions({
        queryKey: [name, 'index', params] as const,
        queryFn: ({ signal }) => api.get<Page<Row>>(path, { params, signal }),
      }),
    listQuery: (params: Params = {}) =>
      queryOptions({
        queryKey: [name, 'list', params] as const,
        queryFn: async ({ signal }) =>
          (await api.get<One<ListOption[]>>(`${path}/list`, { params: { ...params, timestamp: Date.now() }, signal }))
            .data,
        staleTime: 60_000,
      }),
    /** Whoever shows the row shows its failure as well (`DetailPage`): nothing is said beside it. */
    findQuery: (id: string) =>
      queryOptions({
        queryKey: [name, 'one', id] as const,
        queryFn: async ({ signal }) =>
          (await api.get<One<View>>(`${path}/${mustHave(id)}`, { signal, quiet: true })).data,
      }),
    childQuery: <Child>(id: string, child: string, params: Params = {}) =>
      queryOptions({
        queryKey: [name, 'one', id, child, params] as const,
        queryFn: ({ signal }) => api.get<Child>(`${path}/${mustHave(id)}/${child}`, { params, signal }),
      }),
    create: async (body: In, options?: CallOptions) => (await api.post<One<View>>(path, body, options)).data,
    createChild: <Child>(id: string, child: string, body?: unknown, options?: CallOptions) =>
      api.post<One<Child>>(`${path}/${mustHave(id)}/${child}`, body, options),
    update: async (id: string, body: In | Partial<In>, options?: CallOptions) =>
      (await api.put<One<View>>(`${path}/${mustHave(id)}`, body, options)).data,
    remove: (id: string, options?: CallOptions) => api.delete<unknown>(`${path}/${mustHave(id)}`, undefined, options),
    removeMany: async (items: string[]) => {
      if (items.length === 0) mustHave('');
      return (await api.delete<BulkAnswer>(`${path}/deleteMany`, { items })).data.results;
    },
    sort: (items: { id: string; display_order: number }[]) => api.put<unknown>(`${path}/sorting`, { items }),
  };
}
