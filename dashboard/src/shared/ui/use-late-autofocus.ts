import { useEffect } from 'react';

/**
 * For a form that loads after its dialog: focuses its field marked `data-autofocus`. The dialog found no field when it
 * opened, and has focused its close button. A group of radios may be marked as a whole.
 */
export function useLateAutofocus(): void {
  useEffect(() => {
    // After the dialog has stored where the focus returns to.
    const timer = setTimeout(() => {
      const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
      const marked = dialog?.querySelector<HTMLElement>('[data-autofocus]');
      const active = document.activeElement;
      const isTaken = dialog?.contains(active) && active !== dialog && !active?.closest('header');
      if (!marked || isTaken) return;
      const field = marked.matches('[role=radiogroup]') ? marked.querySelector<HTMLElement>('input:checked') : marked;
      field?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, []);
}
