import { beforeEach, describe, expect, it, vi } from 'vitest';

describe('what waits for the first touch of a page', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('runs once, after the first key or movement, and at once for later callers', async () => {
    const { onFirstTouch } = await import('./first-touch');
    const [first, forgotten, late] = [vi.fn(), vi.fn(), vi.fn()];
    onFirstTouch(first);
    onFirstTouch(forgotten)();
    vi.advanceTimersByTime(60_000);
    expect(first).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('pointermove'));
    window.dispatchEvent(new Event('keydown'));
    vi.advanceTimersByTime(3000);
    expect(first).toHaveBeenCalledOnce();
    expect(forgotten).not.toHaveBeenCalled();
    onFirstTouch(late);
    vi.advanceTimersByTime(3000);
    expect(late).toHaveBeenCalledOnce();
  });
});
