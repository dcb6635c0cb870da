import { afterAll, vi } from 'vitest';

// The tests run without a browser: storage lives in memory.
const kept = new Map<string, string>();
export const storage: Storage = {
  get length() {
    return kept.size;
  },
  clear: () => kept.clear(),
  getItem: (key) => kept.get(key) ?? null,
  key: (index) => [...kept.keys()][index] ?? null,
  removeItem: (key) => void kept.delete(key),
  setItem: (key, value) => void kept.set(key, String(value)),
};
Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });

// What a test waits for comes late on a busy machine, and a wait that succeeds costs no time.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 20_000 });

  // jsdom has no moment at rest: what waits for one begins with the next turn, and the file's end waits for it.
  globalThis.requestIdleCallback = (work) =>
    Number(setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 }), 0));
  globalThis.cancelIdleCallback = (handle) => clearTimeout(handle);
  // A file ends with its page: what is still being fetched comes, and what React, the query client and the editor put off
  // to the next turns is done, before jsdom takes `window` away. Later it would be an error of no test.
  afterAll(async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((next) => setTimeout(next, 1));
    await vi.dynamicImportSettled();
    for (let turn = 0; turn < 5; turn++) await new Promise((next) => setTimeout(next, 1));
  });
}
