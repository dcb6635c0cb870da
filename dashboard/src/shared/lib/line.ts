import { useSyncExternalStore } from 'react';

/** Whether the browser is online; true where it cannot tell. */
export const isOnline = (): boolean => typeof navigator === 'undefined' || navigator.onLine !== false;

/** Subscribes to online and offline events; returns the unsubscribe function. */
export function subscribeLine(listener: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined;
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export const useOnline = (): boolean => useSyncExternalStore(subscribeLine, isOnline, () => true);
