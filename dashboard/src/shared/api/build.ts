import { isOnline } from '../lib/line';
import { hasUnsavedWork } from '../lib/unsaved';

const mark = 'rawaj.reloadedFor';
const patience = 8000;

/** The file that the page was started with; its name carries the hash of its content. */
const ownEntry = () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** The document of this page; the sign-in page has one of its own. */
const ownDocument = () => `/${document.documentElement.dataset.document ?? 'index'}.html`;

let pending: Promise<string | null> | null = null;

async function ask(): Promise<string | null> {
  const own = ownEntry();
  if (!own) return null;
  try {
    const answer = await fetch(ownDocument(), { cache: 'no-store', signal: AbortSignal.timeout(patience) });
    const text = answer.ok ? await answer.text() : '';
    // Not the page of the dashboard: a proxy's notice or a captive portal says nothing about the version.
    if (!text.includes('id="root"') || text.includes(`src="${own}"`)) return null;
    return /<script type="module"[^>]* src="([^"]+)"/.exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** The entry of the version that the server has now, when it is another than this page's; null when not, or not known. */
export function newerBuild(): Promise<string | null> {
  // Several parts that fail together are one question.
  pending ??= ask().finally(() => {
    pending = null;
  });
  return pending;
}

/** A reload costs nothing: there is a line for it, and nothing is unsaved. */
export const mayReload = (): boolean => isOnline() && !hasUnsavedWork();

/**
 * Reloads for a version that really changed: with a line, over nothing unsaved, and once for each version. False when it
 * may not.
 */
export function reloadFor(build: string): boolean {
  if (!mayReload()) return false;
  try {
    if (sessionStorage.getItem(mark) === build) return false;
    sessionStorage.setItem(mark, build);
  } catch {
    // Without a memory a reload could follow a reload.
    return false;
  }
  location.reload();
  return true;
}
