import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';

/** Reads anew whatever a batch touched: at once when called, and by itself when one that was at work is over. */
export function useFreshAfter(isRunning: boolean, stale: readonly (readonly string[])[]): () => Promise<unknown> {
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
