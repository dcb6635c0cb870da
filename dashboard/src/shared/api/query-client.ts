import { QueryClient } from '@tanstack/react-query';

/**
 * The client reports failures once; the query library does not retry (the client itself repeats an unanswered read).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
    // Offline the library would silently pause a mutation; the client lists it instead (waiting.ts).
    mutations: { retry: false, networkMode: 'always' },
  },
});
