import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';

/** Invalidates the queries that a batch affects: when called, and when a running batch ends. */
export function useRefreshAfterBatch(
  isRunning: boolean,
  stale: readonly (readonly string[])[],
): () => Promise<unknown> {
  const client = useQueryClient();
  const refresh = useCallback(
    () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
    [client, stale],
  );
  useEffect(() => {
    if (!isRunning) return undefined;
    return () => void refresh();
  }, [isRunning, refresh]);
  return refresh;
}
