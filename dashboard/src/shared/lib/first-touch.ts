/**
 * Runs `work` at the first interaction with the page (pointer move, key, tap), when the browser is idle. Code that is
 * needed only for interactions is loaded by it: the initial load stays small, and an overlay's code is in flight before
 * the first press.
 */
const interactionEvents = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel'] as const;
const pendingWork = new Set<() => void>();
let isTouched = false;

function touched(): void {
  isTouched = true;
  for (const sign of interactionEvents) window.removeEventListener(sign, touched, true);
  const all = [...pendingWork];
  pendingWork.clear();
  all.forEach(whenIdle);
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
}

/** Returns a function that cancels it, also between the interaction and the idle callback. */
export function onFirstTouch(work: () => void): () => void {
  let isCancelled = false;
  const run = () => {
    if (!isCancelled) work();
  };
  if (isTouched) whenIdle(run);
  else {
    if (pendingWork.size === 0)
      for (const sign of interactionEvents) window.addEventListener(sign, touched, { capture: true, passive: true });
    pendingWork.add(run);
  }
  return () => {
    isCancelled = true;
    pendingWork.delete(run);
  };
}
