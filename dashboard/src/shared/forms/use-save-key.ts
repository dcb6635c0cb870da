import { useEffect, type RefObject } from 'react';
import { openDialog } from '../ui/open-dialog';

/** The mounted forms, the topmost last. */
const visibleForms: RefObject<HTMLFormElement | null>[] = [];

const canSubmit = (form: HTMLFormElement) =>
  [...form.elements].some((one) => one instanceof HTMLButtonElement && one.type === 'submit' && !one.disabled);

/** The form to save: the one with the focus, else the topmost. A page behind a dialog is excluded. */
function activeForm(): HTMLFormElement | null {
  const forms = visibleForms.flatMap(({ current }) => (current ? [current] : []));
  const dialog = openDialog();
  const reached = dialog ? forms.filter((form) => dialog.contains(form)) : forms;
  return reached.find((form) => form.contains(document.activeElement)) ?? reached.at(-1) ?? null;
}

function onKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyS') return;
  // The browser's "save page" is never wanted beside a form.
  event.preventDefault();
  const form = activeForm();
  if (!form || event.repeat) return;
  // Blur commits what is being typed.
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && form.contains(focused)) {
    focused.blur();
    focused.focus();
  }
  setTimeout(() => {
    if (canSubmit(form)) form.requestSubmit();
  }, 0);
}

/** Ctrl+S and ⌘S save the form, on any keyboard layout. */
export function useSaveKey(element: RefObject<HTMLFormElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    if (visibleForms.length === 0) window.addEventListener('keydown', onKey);
    visibleForms.push(element);
    return () => {
      visibleForms.splice(visibleForms.indexOf(element), 1);
      if (visibleForms.length === 0) window.removeEventListener('keydown', onKey);
    };
  }, [element, isOn]);
}
