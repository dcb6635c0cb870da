/** A value of the wire as far as a test needs it. */
export type Part<T> = T extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Part<T[Key]> }
    : T;

/** What a test leaves out is not there; what it names has the name and the type of the wire: `part<OrderView>({ id: 'ord_1' })`. */
export function part<T>(of: Part<T>): T;
export function part(of: unknown): unknown {
  return of;
}
