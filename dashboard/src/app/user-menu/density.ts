import { useSyncExternalStore } from 'react';

/** Height of a table's rows: 52 px and more, or 44. */
export type Density = 'comfortable' | 'compact';

const key = 'density';
const listeners = new Set<() => void>();
const get = (): Density => (document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable');

/** Changes the rows of every table in this browser; `boot.js` sets the attribute before the first paint. */
export function setDensity(next: Density): void {
  if (next === 'compact') document.documentElement.dataset.density = next;
  else delete document.documentElement.dataset.density;
  try {
    localStorage.setItem(key, next);
  } catch {
    // Refused by the browser: it holds until the page is left.
  }
  for (const listener of listeners) listener();
}

export const useDensity = (): Density =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, get);
