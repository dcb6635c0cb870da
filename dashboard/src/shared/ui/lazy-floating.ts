import type { KitMenu, KitTip } from './floating-kit';

export interface FloatingKit {
  KitMenu: typeof KitMenu;
  KitTip: typeof KitTip;
}

/**
 * What floats above a page (menus, tooltips) is fetched when the page has come to rest, or when a pointer first touches
 * what opens it: nobody waits for it to see a list.
 */
let kit: Promise<FloatingKit> | undefined;
let asked = false;

export function loadFloatingKit(): Promise<FloatingKit> {
  kit ??= import('./floating-kit').catch((error: unknown) => {
    kit = undefined;
    throw error;
  });
  return kit;
}

/** Fetches the kit once the browser has nothing else to do. */
export function warmFloatingKit(): void {
  if (asked) return;
  asked = true;
  const load = () => void loadFloatingKit().catch(() => undefined);
  const rest = () =>
    typeof requestIdleCallback === 'function' ? requestIdleCallback(load, { timeout: 6000 }) : setTimeout(load, 400);
  // Not while the first page is still being painted.
  setTimeout(rest, 1500);
}
