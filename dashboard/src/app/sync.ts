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

/**
 * A part of the answer: at start and every 60 s, only while logged in and the store is ready; its errors are ignored.
 * The caller renders when its part changes, and not with every counter.
 */
export function useSync<Part>(select: (data: SyncData) => Part): Part | undefined {
  const session = useSession();
  return useQuery({ ...syncQuery, enabled: isAuthenticated(session) && isStoreReady(session), select }).data;
}

/** The name of a counter of the sync answer. */
export type CounterName = Exclude<keyof SyncData['counters'], 'more_than'>;
/** `isMore`: the count is capped, there are more. */
export interface Counter {
  count: number;
  isMore: boolean;
}
const noCounter: Counter = { count: 0, isMore: false };

/** What waits on a page of the menu (SH-05); zero until it is known. */
export const useCounter = (name: CounterName): Counter =>
  useSync(({ counters }) => ({ count: counters[name], isMore: counters.more_than.includes(name) })) ?? noCounter;

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
