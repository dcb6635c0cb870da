import { onFirstTouch } from '../lib/first-touch';
import type { MantineMenu, MantineTooltip } from './floating-kit';

export interface FloatingComponents {
  MantineMenu: typeof MantineMenu;
  MantineTooltip: typeof MantineTooltip;
}

/** The code of menus and tooltips loads at the first interaction with the page: it is not needed to show a list. */
let loading: Promise<FloatingComponents> | undefined;
let hasLoaded = false;

export function loadFloatingComponents(): Promise<FloatingComponents> {
  loading ??= import('./floating-kit').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Preloads the code at the first interaction with the page. */
export function preloadFloatingComponents(): void {
  if (hasLoaded) return;
  hasLoaded = true;
  onFirstTouch(() => void loadFloatingComponents().catch(() => undefined));
}
