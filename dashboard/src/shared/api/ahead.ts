import { isOnline } from '../lib/line';
import { onFirstTouch } from '../lib/first-touch';

/**
 * Prefetches the scripts and styles of one of the app's documents into the browser's cache, at the first interaction
 * with this page: the user will open it after signing in. Failures are ignored.
 */
export function fetchDocumentAhead(path: string): () => void {
  return onFirstTouch(() => {
    if (!isOnline()) return;
    fetch(path)
      .then((answer) => (answer.ok ? answer.text() : ''))
      .then((text) => {
        for (const [, file] of text.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)) {
          if (!file || document.querySelector(`[href="${file}"],[src="${file}"]`)) continue;
          const link = document.createElement('link');
          link.rel = 'prefetch';
          link.href = file;
          document.head.append(link);
        }
      })
      .catch(() => undefined);
  });
}
