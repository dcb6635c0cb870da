import { useEffect, useRef } from 'react';
import { listen } from '@/shared/api/stream';
import { isStoreReady, useSession } from '@/shared/session/session';
import type { ThemeEditor } from './use-theme-editor';

/** Follows what others change in the same draft: the layout of the editor has no change stream of the shell's. */
export function useOthers({ session, page, selectedId }: ThemeEditor): void {
  const isReady = isStoreReady(useSession());
  const open = useRef(selectedId);
  useEffect(() => {
    open.current = selectedId;
  });
  useEffect(() => {
    if (!isReady) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen('/changes/stream', ({ event, data }) => {
      if (event !== 'resumed' && !data.includes('theme')) return;
      // Somebody who types saves several times a second.
      clearTimeout(timer);
      timer = setTimeout(() => void session.follow(page, open.current), 400);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [isReady, session, page]);
}
