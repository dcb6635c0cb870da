import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useStatusText } from '@/modules/status-badge/i18n';
import type { OrderStatus } from '@/modules/status-badge/order-status';
import { announce } from '@/shared/ui/announce';
import { useOrderPageText } from './page/i18n';

/** Nothing has the focus, or what a step leaves behind: the actions, or the heading that the shell falls back to. */
const isFree = (actions: HTMLElement | null) => {
  const focused = document.activeElement;
  return !focused || focused === document.body || focused.matches('h1') || Boolean(actions?.contains(focused));
};

/**
 * After a step of the page's own actions the focus goes to the next one, and to the status where none follows. A change
 * from elsewhere (a shipment, a colleague) moves no focus and has no toast: it is announced.
 *
 * `acted` notes that a step was taken here.
 */
export function useStatusFocus(
  status: OrderStatus,
  isDialogOpen: boolean,
  places: {
    actions: RefObject<HTMLElement | null>;
    next: RefObject<HTMLElement | null>;
    status: RefObject<HTMLElement | null>;
  },
): { acted: () => void } {
  const t = useOrderPageText();
  const word = useStatusText();
  const shown = useRef(status);
  const hasActed = useRef(false);
  // With the paint that takes the old action away: a moment later the shell would give the focus to the heading.
  useLayoutEffect(() => {
    // A dialog has its own focus until it is closed.
    if (shown.current === status || isDialogOpen) return;
    shown.current = status;
    const isOwn = hasActed.current;
    hasActed.current = false;
    if (isOwn && isFree(places.actions.current)) {
      (places.next.current ?? places.status.current)?.focus({ preventScroll: true });
      return;
    }
    announce(t('statusNow', { status: word(`order.${status}`) }));
  }, [status, isDialogOpen, places.actions, places.next, places.status, t, word]);
  return { acted: () => void (hasActed.current = true) };
}
