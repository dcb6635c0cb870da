import { afterAll, vi } from 'vitest';

// The tests run without a browser: storage lives in memory.
const entries = new Map<string, string>();
const storage: Storage = {
  get length() {
    return entries.size;
  },
  clear: () => entries.clear(),
  getItem: (key) => entries.get(key) ?? null,
  key: (index) => [...entries.keys()][index] ?? null,
  removeItem: (key) => void entries.delete(key),
  setItem: (key, value) => void entries.set(key, String(value)),
};
Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((next) => setTimeout(next, 1));
};

let endPage: () => Promise<void> = async () => undefined;
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  const { focusManager, onlineManager } = await import('@tanstack/react-query');
  const { rememberPage } = await import('./page-state');
  // What a test waits for comes late on a busy machine, and a wait that succeeds costs no time.
  configure({ asyncUtilTimeout: 20_000 });

  // jsdom has no moment at rest: what waits for one begins with the next turn, and the file's end waits for it.
  globalThis.requestIdleCallback = (work) =>
    Number(setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 }), 0));
  globalThis.cancelIdleCallback = (handle) => clearTimeout(handle);

  const restorePage = rememberPage();
  // A file ends with its page: what is still being fetched comes, and what React, the query client and the editor put off
  // to the next turns is done, before the page is cleared. Later it would be an error of no test, or of another file's.
  endPage = async () => {
    cleanup();
    await turns(5);
    await vi.dynamicImportSettled();
    await turns(5);
    restorePage();
    // The query library remembers whether the line and the tab are there; without a line it would ask for nothing.
    onlineManager.setOnline(true);
    focusManager.setFocused(undefined);
  };
}

// Files share a worker with its packages and its page (vite.config.ts), and nothing else: the next one loads the app's own
// modules anew, so that no state of theirs reaches it.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await endPage();
  vi.resetModules();
});
