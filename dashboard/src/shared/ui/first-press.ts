import type { MouseEvent } from 'react';

/**
 * The handler of a button whose next press means something else, such as the next status of an order: the second click of a double
 * click is not one. Its page may have changed under the pointer.
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
