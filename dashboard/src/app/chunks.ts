import { useShared } from '@/shared/i18n/use-shared';
import { confirm } from '@/shared/ui/confirm';
import { useAppText } from './i18n';

/** SH-06: a part of the program that has not arrived after this time is reported. */
export const chunkTimeout = 120_000;
const mark = 'rawaj.reloadedForChunk';

const offerReload = async () => {
  const reload = await confirm({
    title: useAppText.now('chunk.title'),
    text: useAppText.now('chunk.text'),
    confirm: useShared.now('reload'),
  });
  if (reload) location.reload();
};

/**
 * A chunk that cannot be fetched is usually one of an older version after an update: the page is reloaded once by
 * itself, and if it happens again soon the user is asked.
 */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    const last = Number(sessionStorage.getItem(mark) ?? 0);
    if (Date.now() - last > 60_000) {
      sessionStorage.setItem(mark, String(Date.now()));
      location.reload();
    } else void offerReload();
  });
}

/** Started when the router waits for a page, stopped when it has it. */
export function watchPending(): () => void {
  const timer = setTimeout(() => void offerReload(), chunkTimeout);
  return () => clearTimeout(timer);
}
