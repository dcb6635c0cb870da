import type { Operation, Path, Verb } from './endpoint';
import type { ApiError } from './error';
import type { Written } from './wire-schema';

type Refusal<Op> = Op extends { responses: { 409: { content: { 'application/json': infer Json } } } } ? Json : never;

/** The type of `current` in the 409 of a call, from the API document. */
type Current<M extends Verb, P extends Path> =
  Refusal<Operation<M, P>> extends { current?: infer Row } ? Written<NonNullable<Row>> : never;

/** The `current` of a 409: `currentOf<'put', '/coupons/{id}'>(form.stale)` is `theirs` of `StaleDialog`. */
export function currentOf<M extends Verb, P extends Path>(error: ApiError | null): Current<M, P> | undefined;
export function currentOf(error: ApiError | null): unknown {
  return error?.current;
}
