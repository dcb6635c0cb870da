import { useEffect, useRef, type RefObject } from 'react';

/**
 * Shows one of the theme's looks in a frame, or the draft's own (crates/storefront/assets/editor.js): only colours, type and shapes are
 * replaced, and the page stays.
 */
export function useShownLook(
  frame: RefObject<HTMLIFrameElement | null>,
  { origin, look, draft }: { origin: string; look: string | null; draft: number | undefined },
  isReady: boolean,
) {
  /** What the page shows; it arrives with the draft's own. */
  const shown = useRef({ look: null as string | null, draft });
  useEffect(() => {
    if (!isReady || (shown.current.look === look && shown.current.draft === draft)) return;
    shown.current = { look, draft };
    frame.current?.contentWindow?.postMessage({ rawaj: 'theme-editor', v: 1, type: 'lookTried', look }, origin);
  }, [frame, origin, look, draft, isReady]);
}
