import type { Operation, Path, Verb } from './endpoint';
import type { ApiError } from './error';
import type { Written } from './wire-schema';

type Refusal<Op> = Op extends { responses: { 409: { content: { 'application/json': infer Json } } } } ? Json : never;

/** What there is now, as the document types it in the refusal of that call. */
type Current<M extends Verb, P extends Path> =
  Refusal<Operation<M, P>> extends { current?: infer Row } ? Written<NonNullable<Row>> : never;

/** What a 409 sent along: `currentOf<'put', '/coupons/{id}'>(form.stale)` is `theirs` of `StaleDialog`. */
export function currentOf<M extends Verb, P extends Path>(error: ApiError | null): Current<M, P> | undefined;
export function currentOf(error: ApiError | null): unknown {
  return error?.current;
}
