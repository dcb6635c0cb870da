import { useEffect, type RefObject } from 'react';

/** The forms on the screen, the one on top last. */
const shown: RefObject<HTMLFormElement | null>[] = [];

const saves = (form: HTMLFormElement) =>
  [...form.elements].some((one) => one instanceof HTMLButtonElement && one.type === 'submit' && !one.disabled);

/** The form that is meant: the one somebody is in, else the one on top. A page behind a dialog is not. */
function meant(): HTMLFormElement | null {
  const forms = shown.flatMap(({ current }) => (current ? [current] : []));
  const dialogs = document.querySelectorAll('[role="dialog"]');
  const dialog = dialogs.item(dialogs.length - 1);
  const reached = dialog ? forms.filter((form) => dialog.contains(form)) : forms;
  return reached.find((form) => form.contains(document.activeElement)) ?? reached.at(-1) ?? null;
}

function onKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyS') return;
  // The browser's own "save page" is never what is meant beside a form.
  event.preventDefault();
  const form = meant();
  if (!form || event.repeat) return;
  // What is being typed is taken over first.
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && form.contains(focused)) {
    focused.blur();
    focused.focus();
  }
  setTimeout(() => {
    if (saves(form)) form.requestSubmit();
  }, 0);
}

/** Ctrl+S and ⌘S save the form, whatever keyboard layout is on. */
export function useSaveKey(element: RefObject<HTMLFormElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    if (shown.length === 0) window.addEventListener('keydown', onKey);
    shown.push(element);
    return () => {
      shown.splice(shown.indexOf(element), 1);
      if (shown.length === 0) window.removeEventListener('keydown', onKey);
    };
  }, [element, isOn]);
}
