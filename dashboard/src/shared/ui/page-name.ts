import { useEffect, useSyncExternalStore } from 'react';

let name: string | undefined;
const listeners = new Set<() => void>();
const set = (next: string | undefined) => {
  name = next;
  listeners.forEach((tell) => tell());
};

/** What a page is called while it is open, where it is one of many: the browser's tabs and history tell them apart by it. */
export function usePageName(own: string): void {
  useEffect(() => {
    set(own);
    return () => set(undefined);
  }, [own]);
}

export const useOpenPageName = (): string | undefined =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => name,
  );
