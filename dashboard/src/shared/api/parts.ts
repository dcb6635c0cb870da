import { isOnline } from '../lib/line';
import { newerBuild, reloadFor } from './build';

/** Waits between the tries of a part that is needed now, ms. */
export const partWaits: number[] = [500, 1500, 4000];

export type PartReason = 'offline' | 'version' | 'failed';

/** A part of the program (a page, a dialog, a menu) did not come. */
export class PartError extends Error {
  readonly reason: PartReason;
  /** How often this part was asked for over a line and did not come, this time among them. */
  failures = 0;
  /** Makes the next showing ask again. */
  forget: () => void = () => undefined;

  constructor(reason: PartReason, cause?: unknown) {
    super('a part of the program could not be loaded', { cause });
    this.name = 'PartError';
    this.reason = reason;
  }
}

const never = new Promise<never>(() => undefined);

/**
 * Fetches a part that is about to be shown: tried again with growing waits, given up at once without a line. A version that
 * changed on the server reloads the page where nothing is lost by it. What is fetched ahead calls `load` itself and lets it
 * fail: a prefetch that fails is nothing.
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch (cause) {
      if (!isOnline()) throw new PartError('offline', cause);
      const build = await newerBuild();
      if (build) {
        if (reloadFor(build)) return never;
        throw new PartError('version', cause);
      }
      const wait = partWaits[attempt];
      if (wait === undefined) throw new PartError(isOnline() ? 'failed' : 'offline', cause);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** A stylesheet that did not come stays in the head as a dead link, and the next try would take it for there. */
export function watchStyles(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const href = /Unable to preload CSS for (\S+)/.exec(String(event.payload?.message))?.[1];
    if (!href) return;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
      if (link.href === href) link.remove();
  });
}
