import { useEffect, useState, type RefObject } from 'react';

/** How long a page may take before it counts as failed, ms. */
const patience = 25_000;
/** How long after the frame has loaded its page may still be silent, ms. */
const silence = 3000;

/**
 * Whether the page in a frame has arrived. Its own word counts (crates/storefront/assets/editor.js): a frame reports
 * error pages as loaded, too.
 */
export function useFrameState(frame: RefObject<HTMLIFrameElement | null>) {
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting');
  const [isLoaded, setLoaded] = useState(false);
  const isWaiting = state === 'waiting';
  useEffect(() => {
    if (!isWaiting) return undefined;
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (!source || source !== frame.current?.contentWindow || typeof data !== 'object' || data === null) return;
      if ('rawaj' in data && data.rawaj === 'theme-editor' && 'type' in data && data.type === 'ready') {
        setState('ready');
      }
    };
    const timer = setTimeout(() => setState('failed'), isLoaded ? silence : patience);
    window.addEventListener('message', listen);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('message', listen);
    };
  }, [frame, isLoaded, isWaiting]);
  return { state, onLoad: () => setLoaded(true) };
}
