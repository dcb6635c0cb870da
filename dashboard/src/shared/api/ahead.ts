import { isOnline } from '../lib/line';
import { onFirstTouch } from '../lib/first-touch';

/**
 * Fetches what a document of this app starts with (its scripts and styles) into the browser's cache, once somebody has
 * touched this page: whoever signs in will ask for it next. A failure is nothing.
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
