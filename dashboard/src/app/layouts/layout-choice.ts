import { useSyncExternalStore } from 'react';
import { writeStorage, readStorage } from '@/shared/session/storage';

export type LayoutChoice = 'vertical' | 'horizontal';

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

let layout: LayoutChoice = readStorage('layout') === 'horizontal' ? 'horizontal' : 'vertical';
let collapsed = readStorage('menuCollapsed') === 'true';

/** Side or top menu, as the user prefers; a route's own layout wins. */
export const useLayoutChoice = (): LayoutChoice => useSyncExternalStore(subscribe, () => layout);
export function setLayoutChoice(next: LayoutChoice): void {
  layout = next;
  writeStorage('layout', next);
  notify();
}

/** SH-01: whether the side menu shows icons only. */
export const useMenuCollapsed = (): boolean => useSyncExternalStore(subscribe, () => collapsed);
export function setMenuCollapsed(next: boolean): void {
  collapsed = next;
  writeStorage('menuCollapsed', String(next));
  notify();
}
