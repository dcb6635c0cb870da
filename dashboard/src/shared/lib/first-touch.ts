/**
 * Runs `work` at the first interaction with the page (pointer move, key, tap), when the browser is idle. Code that is
 * needed only for interactions is loaded by it: the initial load stays small, and an overlay's code is in flight before
 * the first press.
 */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel'] as const;
const waiting = new Set<() => void>();
let isTouched = false;

function touched(): void {
  isTouched = true;
  for (const sign of signs) window.removeEventListener(sign, touched, true);
  const all = [...waiting];
  waiting.clear();
  all.forEach(atRest);
}

function atRest(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
}

/** Returns a function that cancels it, also between the interaction and the idle callback. */
export function onFirstTouch(work: () => void): () => void {
  let isForgotten = false;
  const run = () => {
    if (!isForgotten) work();
  };
  if (isTouched) atRest(run);
  else {
    if (waiting.size === 0)
      for (const sign of signs) window.addEventListener(sign, touched, { capture: true, passive: true });
    waiting.add(run);
  }
  return () => {
    isForgotten = true;
    waiting.delete(run);
  };
}
