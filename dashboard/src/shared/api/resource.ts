import type { Answer, Body, Data, PathOf, Query, Verb } from './endpoint';
import type { Params } from './params';
import { dataOf, readQuery, type ApiQuery } from './query';
import { noneSelected, request, type CallOptions } from './transport';

type Segment<P> = P extends `/${infer Name}` ? (Name extends `${string}/${string}` ? never : Name) : never;
type AnyPath = { [M in Verb]: PathOf<M> }[Verb];
/** Resource names: API paths with a single segment, `orders` of `/orders`. */
export type ResourceName = Segment<AnyPath>;

type Read<P extends string, Fn> = P extends PathOf<'get'> ? Fn : never;
type Change<M extends Verb, P extends string, Fn> = P extends PathOf<M> ? Fn : never;
type QueryAt<P extends string> = P extends PathOf<'get'> ? Query<'get', P> : never;
type DataAt<P extends string> = P extends PathOf<'get'> ? Data<P> : never;
type BodyAt<M extends Verb, P extends string> = P extends PathOf<M> ? Body<M, P> : never;
type AnswerAt<M extends Verb, P extends string> =
  P extends PathOf<M> ? (Answer<M, P> extends { data: infer D } ? D : Answer<M, P>) : never;

type ResultsOf<T> = T extends { results: infer R } ? R : never;

const resultsOf = (answer: unknown): unknown => (answer as { data: { results: unknown } }).data.results;

/** The calls of one resource; those not in the document are `never`. */
export interface Resource<Name extends ResourceName> {
  name: Name;
  /** Prefix of all keys of this resource: `invalidates: [products.key]`. */
  key: readonly [Name];
  indexQuery: Read<`/${Name}`, (query?: QueryAt<`/${Name}`>) => ApiQuery<DataAt<`/${Name}`>>>;
  /** Quiet: the component that shows the row shows its failure too (`DetailPage`). */
  findQuery: Read<`/${Name}/{id}`, (id: string) => ApiQuery<DataAt<`/${Name}/{id}`>>>;
  create: Change<
    'post',
    `/${Name}`,
    (body: BodyAt<'post', `/${Name}`>, options?: CallOptions) => Promise<AnswerAt<'post', `/${Name}`>>
  >;
  update: Change<
    'put',
    `/${Name}/{id}`,
    (
      id: string,
      body: BodyAt<'put', `/${Name}/{id}`>,
      options?: CallOptions,
    ) => Promise<AnswerAt<'put', `/${Name}/{id}`>>
  >;
  remove: Change<
    'delete',
    `/${Name}/{id}`,
    (id: string, options?: CallOptions) => Promise<AnswerAt<'delete', `/${Name}/{id}`>>
  >;
  removeMany: Change<
    'delete',
    `/${Name}/deleteMany`,
    (items: readonly string[]) => Promise<ResultsOf<AnswerAt<'delete', `/${Name}/deleteMany`>>>
  >;
}

/**
 * The generic calls of one resource (GC-01) and its queries, as the API document has them; for all other calls use
 * `api` and `apiQuery`.
 *
 * ```ts
 * export const coupons = resource('coupons');
 * const { data } = useQuery(coupons.indexQuery(query));
 * const save = useApiMutation({ run: (body: CouponIn) => coupons.create(body), invalidates: [['coupons'], ['sync']] });
 * ```
 */
export function resource<Name extends ResourceName>(name: Name): Resource<Name>;
export function resource(name: string): object {
  const many = `/${name}`;
  const one = `${many}/{id}`;
  return {
    name,
    key: [name],
    indexQuery: (query: Params = {}) => readQuery(many, { query }),
    findQuery: (id: string) => readQuery(one, { path: { id }, quiet: true }),
    create: async (body: unknown, options?: CallOptions) => dataOf(await request('POST', many, { ...options, body })),
    update: async (id: string, body: unknown, options?: CallOptions) =>
      dataOf(await request('PUT', one, { ...options, path: { id }, body })),
    remove: async (id: string, options?: CallOptions) =>
      dataOf(await request('DELETE', one, { ...options, path: { id } })),
    removeMany: async (items: readonly string[]) => {
      if (items.length === 0) throw noneSelected();
      return resultsOf(await request('DELETE', `${many}/deleteMany`, { body: { items } }));
    },
  };
}
