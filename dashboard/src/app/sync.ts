import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '@/shared/api/client';
import { queryClient } from '@/shared/api/query-client';
import { listen } from '@/shared/api/stream';
import { isAuthenticated, isStoreReady, useSession } from '@/shared/session/session';
import type { Schema } from '@/shared/api/wire-schema';

/** The answer of the sync poll (GU-08). */
export type SyncData = Schema<'SyncView'>;
export const syncEvery = 60_000;

export const syncQuery = queryOptions({
  queryKey: ['sync'],
  queryFn: async ({ signal }) =>
    (await api.get('/sync', { query: { timestamp: Date.now() }, signal, quiet: true, background: true })).data,
  refetchInterval: syncEvery,
  staleTime: syncEvery,
});

/** At start and every 60 s, only while logged in and the store is ready; its errors are ignored. */
export function useSync(): SyncData | undefined {
  const session = useSession();
  return useQuery({ ...syncQuery, enabled: isAuthenticated(session) && isStoreReady(session) }).data;
}

/** Refetches what is shown, but for previews of an action: the action itself reports a change by somebody else. */
export const refetchShown = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ refetchType: 'active', predicate: ({ meta }) => !meta?.isActionPreview });

/** Refetches what the change stream reports, so that two people in one store see the same. */
export function useChangeStream(): void {
  const session = useSession();
  const isActive = isAuthenticated(session) && isStoreReady(session);
  const { storeId } = session;
  useEffect(() => {
    if (!isActive || !storeId) return undefined;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = listen('/changes/stream', () => {
      // One event may be the first of many (an import): the refetch is debounced.
      if (timer) clearTimeout(timer);
      timer = setTimeout(() => void refetchShown(queryClient), 400);
    });
    return () => {
      stop();
      if (timer) clearTimeout(timer);
    };
  }, [isActive, storeId]);
}
