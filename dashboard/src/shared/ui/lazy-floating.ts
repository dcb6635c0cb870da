import { onFirstTouch } from '../lib/first-touch';
import type { KitMenu, KitTip } from './floating-kit';

export interface FloatingKit {
  KitMenu: typeof KitMenu;
  KitTip: typeof KitTip;
}

/** The code of menus and tooltips loads at the first interaction with the page: it is not needed to show a list. */
let kit: Promise<FloatingKit> | undefined;
let hasLoaded = false;

export function loadFloatingKit(): Promise<FloatingKit> {
  kit ??= import('./floating-kit').catch((error: unknown) => {
    kit = undefined;
    throw error;
  });
  return kit;
}

/** Preloads the code at the first interaction with the page. */
export function warmFloatingKit(): void {
  if (hasLoaded) return;
  hasLoaded = true;
  onFirstTouch(() => void loadFloatingKit().catch(() => undefined));
}
