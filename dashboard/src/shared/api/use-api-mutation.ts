import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ApiError } from './error';

/**
 * A mutation with the query keys it invalidates, declared together; callers cannot skip the invalidation. The mutation
 * is done when the invalidated queries have been refetched.
 *
 * ```ts
 * const cancel = useApiMutation({ run: (id: string) => cancelOrder(id), invalidates: [['orders'], ['sync']] });
 * cancel.mutate(id, { onSuccess: () => toast.success(t('cancelled')) });
 * ```
 * `onSuccess` of `mutate` is dropped when the calling component unmounts. A message that must be shown even then (the
 * row was deleted) belongs into `done`.
 */
export function useApiMutation<Input = void, Output = unknown>(change: {
  run: (input: Input) => Promise<Output>;
  invalidates: readonly QueryKey[];
  done?: (output: Output, input: Input) => void;
  /** Mutations of one scope run sequentially, in the order of their calls. */
  scope?: string;
}) {
  const client = useQueryClient();
  return useMutation<Output, ApiError, Input>({
    mutationFn: change.run,
    networkMode: 'always',
    scope: change.scope === undefined ? undefined : { id: change.scope },
    onSuccess: change.done,
    onSettled: (_data, error) => {
      // A refused change also invalidates: the shown data may be out of date.
      if (error && (error.outcome === 'invalid' || error.outcome === 'aborted')) return;
      return Promise.all(change.invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
