import type { MouseEvent } from 'react';

/**
 * Click handler that ignores the second click of a double click, for a button whose meaning changes with a click, such
 * as an order's next status.
 *
 * ```tsx
 * <Button onClick={onFirstPress(() => go(next))}>{label(next)}</Button>
 * ```
 */
export const onFirstPress =
  (run: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) run();
  };
