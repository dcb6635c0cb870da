import { useEffect, useEffectEvent, useRef } from 'react';
import { announce } from '@/shared/ui/announce';

/** From a change of the page to the look at it, ms: what comes together is looked at once. */
const rest = 60;

const isNowhere = () => !document.activeElement || document.activeElement === document.body;
const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null;

/** The heading takes the focus without being a stop of the Tab key. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('#content h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/**
 * Calls `look`, and again after the page's changes, until it says that it is done. On a slow
 * line that takes as long as it takes.
 */
function untilDone(look: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  const wait = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (look()) stop();
    }, rest);
  };
  const observer = new MutationObserver(wait);
  observer.observe(document.body, { childList: true, subtree: true });
  wait();
  return stop;
}

/** After every navigation the page is announced, and who came by a link of the shell goes on from the page's heading. */
export function usePageFocus(path: string, title: string | undefined): void {
  const before = useRef(path);
  const say = useEffectEvent(() => title && announce(title));
  useEffect(() => {
    if (before.current === path) return undefined;
    before.current = path;
    say();
    return untilDone(() => {
      // A dialog keeps the focus itself, and so does what the page has put it on, or the reader meanwhile.
      const isTaken = !isNowhere() && !document.activeElement?.closest('nav, aside, header');
      return isDialogOpen() || isTaken || focusHeading();
    });
  }, [path]);
}

const stops = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * A button that is busy cannot hold the focus, and one whose step was taken is gone: the focus would fall to the body, and
 * the keyboard would begin at the top of the page. It goes back to the button, or to what is nearest to where it was.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let around: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      last = target;
      around = [];
      for (let one = target.parentElement; one && one !== document.body; one = one.parentElement) around.push(one);
    };
    // Who presses beside everything means to be nowhere.
    const onPress = ({ target }: PointerEvent) => {
      if (last && target instanceof Node && !last.contains(target)) last = null;
    };
    const settle = () => {
      if (!last || !isNowhere() || isDialogOpen()) return;
      if (last.isConnected) {
        if (!last.matches(':disabled')) last.focus({ preventScroll: true });
        return;
      }
      const nearest = around.find((one) => one.isConnected);
      last = null;
      if (!nearest?.closest('#content') || nearest.id === 'content') {
        focusHeading();
        return;
      }
      const stop = nearest.querySelector<HTMLElement>(stops);
      if (stop) stop.focus({ preventScroll: true });
      else focusHeading();
    };
    const observer = new MutationObserver(() => {
      if (!last || !isNowhere()) return;
      clearTimeout(timer);
      // What takes its place comes with the next painting.
      timer = setTimeout(settle, 50);
    });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress, true);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress, true);
    };
  }, []);
}
