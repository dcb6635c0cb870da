import { useSyncExternalStore } from 'react';
import { keep, readKept } from '@/shared/session/storage';

export type LayoutChoice = 'vertical' | 'horizontal';

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

let layout: LayoutChoice = readKept('layout') === 'horizontal' ? 'horizontal' : 'vertical';
let collapsed = readKept('menuCollapsed') === 'true';

/** Side or top menu, as the user prefers; a route's own layout wins. */
export const useLayoutChoice = (): LayoutChoice => useSyncExternalStore(subscribe, () => layout);
export function setLayoutChoice(next: LayoutChoice): void {
  layout = next;
  keep('layout', next);
  tell();
}

/** SH-01: whether the side menu shows icons only. */
export const useMenuCollapsed = (): boolean => useSyncExternalStore(subscribe, () => collapsed);
export function setMenuCollapsed(next: boolean): void {
  collapsed = next;
  keep('menuCollapsed', String(next));
  tell();
}
