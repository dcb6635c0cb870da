import { QueryClient } from '@tanstack/react-query';

/** Failures are told once by the client and never retried blindly (the client itself repeats a read that found no answer). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
    // Without a line the library would hold a change back without a word; the client does it in the open (waiting.ts).
    mutations: { retry: false, networkMode: 'always' },
  },
});
