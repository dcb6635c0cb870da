import { useCallback, useSyncExternalStore } from 'react';

type Match = typeof window.matchMedia;
/** One list for each query: a page asks for the same two some dozen times. Tests replace `matchMedia`. */
let known: { by: Match; lists: Map<string, MediaQueryList> } | undefined;

function listOf(query: string): MediaQueryList {
  if (known?.by !== window.matchMedia) known = { by: window.matchMedia, lists: new Map() };
  const list = known.lists.get(query) ?? window.matchMedia(query);
  known.lists.set(query, list);
  return list;
}

/** Whether a media query matches. Correct from the first render. */
export function useScreen(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = listOf(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => listOf(query).matches);
}

/** Below `sm` (48em): lists become cards, the menu a drawer. */
export const usePhoneScreen = (): boolean => useScreen('(max-width: 47.99em)');
/** Below `md` (62em): no room for the side menu. */
export const useNarrowScreen = (): boolean => useScreen('(max-width: 61.99em)');
