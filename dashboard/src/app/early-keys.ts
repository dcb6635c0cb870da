/**
 * Letters typed between the call for the command palette and the moment its box has the focus: its code may still be
 * under way, and who knows it types at once. They are kept in order and handed over; until then none of them, and no
 * Enter, does anything to the page below.
 */
let caught: string | null = null;
let giveUp: () => void = () => {};
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whoever waits longer than this has given up, or the code did not come. */
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

/** Starts to catch; a second call goes on with what there is. Escape ends it and calls `onEscape`. */
export function catchKeys(onEscape: () => void): void {
  giveUp = onEscape;
  if (caught === null) window.addEventListener('keydown', onKey, true);
  caught ??= '';
  clearTimeout(timer);
  timer = setTimeout(releaseKeys, patience);
}

/** Ends the catching and gives what was typed. */
export function releaseKeys(): string {
  const key = caught ?? '';
  caught = null;
  clearTimeout(timer);
  window.removeEventListener('keydown', onKey, true);
  return key;
}
