import { QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * What an action on this page would do, as the server would answer right now. A refetch beside the action may reach
       * the server after it, which refuses then: the change stream leaves such a query alone.
       */
      isActionPreview?: true;
    };
  }
}

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
