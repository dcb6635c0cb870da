import { useEffect, useEffectEvent, useRef } from 'react';
import { announce } from '@/shared/ui/announce';
import { openDialog } from '@/shared/ui/open-dialog';

/** Debounce between a change of the page and the check of the focus, ms. */
const debounceDelay = 60;

const isDialogOpen = () => openDialog() !== undefined;
const hasNoFocus = () => !document.activeElement || document.activeElement === document.body;

/** The heading of the page that is shown: a list that is kept behind it has one too. */
const openHeading = () =>
  [...document.querySelectorAll<HTMLElement>('#content h1')].find((one) => one.checkVisibility());

/** Focuses the heading without making it a tab stop. */
function focusHeading(): boolean {
  const heading = openHeading();
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/**
 * Calls `attempt`, and again after each change of the page, until it returns true. There is no timeout, since loading may
 * be slow.
 */
function retryUntilDone(attempt: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  const wait = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (attempt()) stop();
    }, debounceDelay);
  };
  const observer = new MutationObserver(wait);
  observer.observe(document.body, { childList: true, subtree: true });
  wait();
  return stop;
}

/**
 * After every navigation the page is announced by its heading, or a dialog's page by its title, and after a link of the
 * shell the focus moves to the heading.
 */
export function usePageFocus(path: string, title: string | undefined): void {
  const before = useRef(path);
  const announcePage = useEffectEvent((heading: string | null | undefined) => announce(heading || title || ''));
  useEffect(() => {
    if (before.current === path) return undefined;
    before.current = path;
    let isAnnounced = false;
    return retryUntilDone(() => {
      const heading = isDialogOpen() ? undefined : openHeading()?.textContent;
      if (!isAnnounced && (heading !== undefined || isDialogOpen())) {
        isAnnounced = true;
        announcePage(heading);
      }
      // A dialog keeps its own focus, and so does an element that the page or the user has focused meanwhile.
      // A save bar that went has left the focus to the page as a whole.
      const isTaken = !hasNoFocus() && !document.activeElement?.matches('main, nav *, aside *, header *');
      return isAnnounced && (isDialogOpen() || isTaken || focusHeading());
    });
  }, [path]);
}

const focusableSelector =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** What floats above the page and is removed when it closes. */
const overlaySelector = '[role="dialog"], [role="menu"], [role="listbox"]';

/** A focused element and what it stands in, the innermost first. */
interface Place {
  element: HTMLElement;
  ancestors: readonly Element[];
}

function placeOf(element: HTMLElement): Place {
  const ancestors: Element[] = [];
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) ancestors.push(one);
  return { element, ancestors };
}

/**
 * A disabled or removed button loses the focus to the body, and the keyboard would start at the top of the page. The
 * focus is returned to the button, or to the element nearest to its position; from a closed dialog to what it was opened
 * with. (Mantine's own return of the focus stores nothing for a dialog that is mounted open, as most are here.)
 */
export function useFocusRestore(): void {
  useEffect(() => {
    let last: Place | null = null;
    let lastOnPage: Place | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      last = placeOf(target);
      if (!target.closest(overlaySelector)) lastOnPage = last;
    };
    // A press outside of all controls means that nothing should be focused.
    const onPress = ({ target }: PointerEvent) => {
      if (last && target instanceof Node && !last.element.contains(target)) last = null;
    };
    const restoreFocus = () => {
      if (!last || !hasNoFocus() || isDialogOpen()) return;
      const { element, ancestors } = !last.element.isConnected && lastOnPage ? lastOnPage : last;
      if (element.isConnected) {
        if (!element.matches(':disabled')) element.focus({ preventScroll: true });
        return;
      }
      const nearest = ancestors.find((one) => one.isConnected);
      last = null;
      if (!nearest?.closest('#content') || nearest.id === 'content') {
        focusHeading();
        return;
      }
      const focusable = nearest.querySelector<HTMLElement>(focusableSelector);
      if (focusable) focusable.focus({ preventScroll: true });
      else focusHeading();
    };
    const observer = new MutationObserver(() => {
      if (!last || !hasNoFocus()) return;
      clearTimeout(timer);
      // Its replacement is rendered with the next paint.
      timer = setTimeout(restoreFocus, 50);
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
