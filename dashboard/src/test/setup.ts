import { afterAll, vi } from 'vitest';

// The tests run without a browser: storage is in memory.
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
  // On a busy machine asynchronous updates are slow, and a wait that succeeds costs no time.
  configure({ asyncUtilTimeout: 40_000 });

  // jsdom has no idle callback: it runs in the next task, and the file's end waits for it.
  globalThis.requestIdleCallback = (work) =>
    Number(setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 }), 0));
  globalThis.cancelIdleCallback = (handle) => clearTimeout(handle);

  const restorePage = rememberPage();
  // Toasts go after five seconds, with an action after ten, and a busy machine takes as long from one step of a test to the
  // next: here they stay ten times as long. Tests of that time have timers of their own.
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
    apply: (start, self, [run, ms, ...rest]: Parameters<typeof setTimeout>) =>
      Reflect.apply(start, self, [run, ms === 5000 || ms === 10_000 ? 10 * ms : ms, ...rest]),
  });
  // At the end of a file pending fetches and deferred work of React, the query client and the editor are flushed before
  // the page is cleared. Later they would fail outside of any test, or in another file.
  endPage = async () => {
    cleanup();
    await turns(5);
    await vi.dynamicImportSettled();
    await turns(5);
    restorePage();
    // The query library keeps the online and focus state; offline it would send nothing.
    onlineManager.setOnline(true);
    focusManager.setFocused(undefined);
  };
}

// Files share a worker with its packages and its page (vite.config.ts), and nothing else: the app's own modules are
// loaded anew, so that no module state leaks.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await endPage();
  vi.resetModules();
});
