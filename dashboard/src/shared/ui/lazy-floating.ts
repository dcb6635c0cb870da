import { onFirstTouch } from '../lib/first-touch';
import type { KitMenu, KitTip } from './floating-kit';

export interface FloatingKit {
  KitMenu: typeof KitMenu;
  KitTip: typeof KitTip;
}

/**
 * What floats above a page (menus, tooltips) is fetched when somebody first touches the page: nobody waits for it to see a
 * list.
 */
let kit: Promise<FloatingKit> | undefined;
let hasLoaded = false;

export function loadFloatingKit(): Promise<FloatingKit> {
  kit ??= import('./floating-kit').catch((error: unknown) => {
    kit = undefined;
    throw error;
  });
  return kit;
}

/** Fetches the kit when somebody first touches the page. */
export function warmFloatingKit(): void {
  if (hasLoaded) return;
  hasLoaded = true;
  onFirstTouch(() => void loadFloatingKit().catch(() => undefined));
}
