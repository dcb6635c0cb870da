import { useEffect, useSyncExternalStore } from 'react';

let name: string | undefined;
const listeners = new Set<() => void>();
const set = (next: string | undefined) => {
  name = next;
  listeners.forEach((listener) => listener());
};

/** The document title of a page about one row: the browser's tabs and history distinguish pages by it. */
export function usePageName(own: string): void {
  useEffect(() => {
    set(own);
    return () => set(undefined);
  }, [own]);
}

export const useOpenPageName = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => name,
  );
