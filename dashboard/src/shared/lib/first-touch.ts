/**
 * Runs `work` when somebody first touches the page (moves the pointer, presses a key, taps), once the browser has nothing
 * else to do. Code that is needed only then is fetched by it: a page that was just opened stays quiet for the eye and for
 * the first press, and what opens at a press is on its way before the pointer is there.
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

/** Returns a way to forget it again, also between the touch and the moment at rest. */
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
