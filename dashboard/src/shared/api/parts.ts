import { isOnline } from '../lib/line';
import { newerBuild, reloadFor } from './build';

/** Back-off between the attempts to load a chunk, ms. */
export const partWaits: number[] = [500, 1500, 4000];

export type PartReason = 'offline' | 'version' | 'failed';

/** A chunk (a page, a dialog, a menu) failed to load. */
export class PartError extends Error {
  readonly reason: PartReason;
  /** How often this chunk failed to load while online, the current failure included. */
  failures = 0;
  /** Clears the cached failure, so that the next render tries again. */
  forget: () => void = () => undefined;

  constructor(reason: PartReason, cause?: unknown) {
    super('a part of the program could not be loaded', { cause });
    this.name = 'PartError';
    this.reason = reason;
  }
}

const never = new Promise<never>(() => undefined);

/**
 * Loads a chunk that is about to be shown: retried with back-off, given up at once when offline. When the server has a
 * newer version the page is reloaded, if no input is lost. Prefetches call `load` directly and ignore failures.
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

/** A stylesheet that failed to load stays in the head as a dead link, and the next attempt would take it for loaded. */
export function watchStyles(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const href = /Unable to preload CSS for (\S+)/.exec(String(event.payload?.message))?.[1];
    if (!href) return;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
      if (link.href === href) link.remove();
  });
}
