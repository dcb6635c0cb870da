import type { paths } from './schema';
import type { Filters } from './params';
import type { Written } from './wire-schema';

/** The operations of the API document by path and method, and what each takes and answers. */
export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Path = keyof paths;
export type Operation<M extends Verb, P extends Path> = NonNullable<paths[P][M]>;

type Answers<Op> = Op extends { responses: infer All } ? All[keyof All & (200 | 201 | 204)] : never;
type Content<Op> = Answers<Op> extends { content: infer C } ? C : never;
type IsJson<Op> = [Op] extends [never]
  ? false
  : [Content<Op>] extends [never]
    ? true
    : Content<Op> extends { 'application/json': unknown }
      ? true
      : false;

/** Paths that a method answers with JSON, or with nothing (204). */
export type PathOf<M extends Verb> = { [P in Path]: IsJson<Operation<M, P>> extends true ? P : never }[Path];
/** Paths that answer with a file or a stream, which `download` and `listen` read. */
export type FilePathOf<M extends Verb> = {
  [P in Path]: [Operation<M, P>] extends [never] ? never : IsJson<Operation<M, P>> extends false ? P : never;
}[Path];
/** Paths that take a form with a file. */
export type UploadPath = {
  [P in Path]: Operation<'post', P> extends { requestBody: { content: { 'multipart/form-data': unknown } } }
    ? P
    : never;
}[Path];
export type FormField<P extends Path> =
  Operation<'post', P> extends { requestBody: { content: { 'multipart/form-data': infer Form } } }
    ? keyof Form & string
    : never;

/** The whole body of an answer; null for 204. */
export type Answer<M extends Verb, P extends Path> = [Content<Operation<M, P>>] extends [never]
  ? null
  : Content<Operation<M, P>> extends { 'application/json': infer Json }
    ? Written<Json>
    : never;
/** The data of a query: a list with its `meta`, else the content of `data`. */
export type Data<P extends Path> =
  Answer<'get', P> extends { meta: unknown }
    ? Answer<'get', P>
    : Answer<'get', P> extends { data: infer D }
      ? D
      : Answer<'get', P>;

/** Request bodies are read-only. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Sent<T[Key]> }
    : T;

/** The JSON body of an operation; never when it takes none. */
export type Body<M extends Verb, P extends Path> =
  Operation<M, P> extends { requestBody: { content: { 'application/json': infer Json } } } ? Sent<Json> : never;

type Named<Q> = {
  // A list's sort comes from the page's address: any text, and the server refuses unknown ones.
  readonly [Key in keyof Q]: Key extends 'sort'
    ? string | null | undefined
    : Q[Key] | (Q[Key] extends string | undefined ? readonly string[] : never) | null;
};
export type Query<M extends Verb, P extends Path> =
  Operation<M, P> extends { parameters: { query?: infer Q } }
    ? [Q] extends [undefined]
      ? never
      : Q extends { search?: string }
        ? Named<Q> & Filters
        : Named<Q>
    : never;

type Values<M extends Verb, P extends Path> =
  Operation<M, P> extends { parameters: { path: infer Names } } ? { readonly [Name in keyof Names]: string } : never;

type Nothing = Record<never, never>;

type Needs<Name extends string, T> = [T] extends [never]
  ? { readonly [Key in Name]?: undefined }
  : Nothing extends T
    ? { readonly [Key in Name]?: T }
    : { readonly [Key in Name]: T };

/** Required and optional parts of a call, without the options common to all calls. */
export type Parts<M extends Verb, P extends Path> = Needs<'path', Values<M, P>> &
  Needs<'query', Query<M, P>> &
  ([Body<M, P>] extends [never] ? { readonly body?: undefined } : { readonly body: Body<M, P> });

/** The last argument of a call: optional only when no part is required. */
export type Rest<M extends Verb, P extends Path, Options> =
  Nothing extends Parts<M, P> ? [init?: Parts<M, P> & Options] : [init: Parts<M, P> & Options];
