/** A partial value of an API type, for tests. */
export type Part<T> = T extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Part<T[Key]> }
    : T;

/** Casts a partial value: fields that are given have the API's names and types: `part<OrderView>({ id: 'ord_1' })`. */
export function part<T>(of: Part<T>): T;
export function part(of: unknown): unknown {
  return of;
}
