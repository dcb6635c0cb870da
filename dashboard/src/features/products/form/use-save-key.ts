import { useEffect } from 'react';
import type { ProductFormState } from './product-form';

/** Ctrl+S and ⌘S save, whatever keyboard layout is on. */
export function useSaveKey(form: ProductFormState) {
  const { element } = form;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyS') return;
      event.preventDefault();
      // What is being typed is taken over first.
      if (document.activeElement instanceof HTMLElement && element.current?.contains(document.activeElement)) {
        const focused = document.activeElement;
        focused.blur();
        focused.focus();
      }
      setTimeout(() => element.current?.requestSubmit(), 0);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [element]);
}
