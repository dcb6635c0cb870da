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
}
