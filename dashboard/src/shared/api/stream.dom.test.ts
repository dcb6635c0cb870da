import { afterEach, expect, test, vi } from 'vitest';
import { listen, type StreamEvent } from './stream';

const show = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(state === 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** GU-08: hidden tabs, and pages in the back/forward cache, leave the browser's six connections to visible ones. */
test('a hidden page holds no stream, and refetches when it is visible again', async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const signal = init.signal as AbortSignal;
    signals.push(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
    });
  });
  const events: StreamEvent[] = [];
  const stop = listen('/changes/stream', (event) => events.push(event));
  expect(signals.map((signal) => signal.aborted)).toEqual([false]);

  show('hidden');
  expect(signals.map((signal) => signal.aborted)).toEqual([true]);
  expect(events).toEqual([]);

  show('visible');
  await vi.waitFor(() => expect(signals).toHaveLength(2), { timeout: 40_000 });
  expect(signals[1]?.aborted).toBe(false);
  expect(events).toEqual([{ event: 'resumed', data: '', id: null }]);

  stop();
  expect(signals[1]?.aborted).toBe(true);
});
