import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ApiError } from './error';

/**
 * A change: what it calls and which queries it makes stale, stated together; nobody can switch the invalidation off.
 * The mutation counts as done when the stale queries have been fetched again.
 *
 * ```ts
 * const cancel = useApiMutation({ run: (id: string) => cancelOrder(id), invalidates: [['orders'], ['sync']] });
 * cancel.mutate(id, { onSuccess: () => toast.success(t('cancelled')) });
 * ```
 * `onSuccess` of `mutate` is forgotten with the component that called. What must be said although its row is gone by
 * then (it was deleted) is `done`.
 */
export function useApiMutation<Input = void, Output = unknown>(change: {
  run: (input: Input) => Promise<Output>;
  invalidates: readonly QueryKey[];
  done?: (output: Output, input: Input) => void;
  /** Changes of one scope go one after the other, in the order in which they were asked for. */
  scope?: string;
}) {
  const client = useQueryClient();
  return useMutation<Output, ApiError, Input>({
    mutationFn: change.run,
    networkMode: 'always',
    scope: change.scope === undefined ? undefined : { id: change.scope },
    onSuccess: change.done,
    onSettled: (_data, error) => {
      // A refused change also refreshes: what was shown is what the server refused, so it may be out of date.
      if (error && (error.outcome === 'invalid' || error.outcome === 'aborted')) return;
      return Promise.all(change.invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
