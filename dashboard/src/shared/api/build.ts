import { isOnline } from '../lib/line';
import { hasUnsavedWork } from '../lib/unsaved';

const mark = 'rawaj.reloadedFor';
const patience = 8000;

/** The entry file of the loaded page; its name has the hash of its content. */
const ownEntry = () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** The document of this page; the sign-in page has its own. */
const ownDocument = () => `/${document.documentElement.dataset.document ?? 'index'}.html`;

let pending: Promise<string | null> | null = null;

async function ask(): Promise<string | null> {
  const own = ownEntry();
  if (!own) return null;
  try {
    const answer = await fetch(ownDocument(), { cache: 'no-store', signal: AbortSignal.timeout(patience) });
    const text = answer.ok ? await answer.text() : '';
    // Not the dashboard's document: a proxy's notice or a captive portal tells nothing about the version.
    if (!text.includes('id="root"') || text.includes(`src="${own}"`)) return null;
    return /<script type="module"[^>]* src="([^"]+)"/.exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** The entry of the server's current version, when it differs from this page's; null when not, or unknown. */
export function newerBuild(): Promise<string | null> {
  // Concurrent failures share one request.
  pending ??= ask().finally(() => {
    pending = null;
  });
  return pending;
}

/** A reload is safe: online, and without unsaved input. */
export const mayReload = (): boolean => isOnline() && !hasUnsavedWork();

/**
 * Reloads for a changed version: online, without unsaved input, and once per version. Returns false when it may not.
 */
export function reloadFor(build: string): boolean {
  if (!mayReload()) return false;
  try {
    if (sessionStorage.getItem(mark) === build) return false;
    sessionStorage.setItem(mark, build);
  } catch {
    // Without storage a reload could loop.
    return false;
  }
  location.reload();
  return true;
}
