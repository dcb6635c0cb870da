/**
 * Buffers keys typed between opening the command palette and the moment its box has the focus, since its code may still
 * be loading. They are kept in order and handed over; until then none of them, nor Enter, has an effect on the page
 * below.
 */
let caught: string | null = null;
let giveUp: () => void = () => {};
let timer: ReturnType<typeof setTimeout> | undefined;

/** After this time the user has given up, or the code failed to load. */
const patience = 8000;

const onKey = (event: KeyboardEvent) => {
  if (event.key === 'Escape') {
    releaseKeys();
    giveUp();
    return;
  }
  if (caught === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Backspace') caught = caught.slice(0, -1);
  else if ([...event.key].length === 1) caught += event.key;
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
};

/** Starts the capture; a second call continues it. Escape ends it and calls `onEscape`. */
export function catchKeys(onEscape: () => void): void {
  giveUp = onEscape;
  if (caught === null) window.addEventListener('keydown', onKey, true);
  caught ??= '';
  clearTimeout(timer);
  timer = setTimeout(releaseKeys, patience);
}

/** Ends the capture and returns the typed text. */
export function releaseKeys(): string {
  const key = caught ?? '';
  caught = null;
  clearTimeout(timer);
  window.removeEventListener('keydown', onKey, true);
  return key;
}
