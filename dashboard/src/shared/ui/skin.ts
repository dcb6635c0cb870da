import { useSyncExternalStore } from 'react';
import { writeStorage, readStorage } from '../session/storage';

export type Skin = 'light' | 'dark';

const listeners = new Set<() => void>();
const preferred = (): Skin => {
  const stored = readStorage('skin');
  if (stored === 'dark' || stored === 'light') return stored;
  return typeof matchMedia !== 'undefined' && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};
let skin: Skin = preferred();

export const getSkin = (): Skin => skin;

/** Changes the skin of this browser (SH-01); the app also stores it on the server (SH-07). */
export function setSkin(next: Skin): void {
  skin = next;
  writeStorage('skin', next);
  for (const listener of listeners) listener();
}

export const useSkin = (): Skin =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSkin,
    getSkin,
  );
