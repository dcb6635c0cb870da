/** localStorage keys (AU-10, SH-01). */
export const storageKeys = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  userData: 'userData',
  storeData: 'storeData',
  storeId: 'storeId',
  stores: 'stores',
  locale: 'locale',
  rtl: 'rtl',
  skin: 'skin',
  menuCollapsed: 'menuCollapsed',
  layout: 'layout',
  serverDown: 'serverDown',
  storeCurrency: 'storeCurrency',
  mediaUrlPattern: 'mediaUrlPattern',
  sessionBefore: 'sessionBefore',
  phoneCountry: 'phoneCountry',
} as const;
export type StorageKey = keyof typeof storageKeys;

/** Holds only values that the browser refused to store: a value removed by another tab must not reappear. */
const memory = new Map<string, string>();

/** Reads a stored value; falls back to memory where the browser refuses storage. */
export function readStorage(key: StorageKey): string | null {
  try {
    return localStorage.getItem(storageKeys[key]) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeStorage(key: StorageKey, value: string | null): void {
  memory.delete(key);
  try {
    if (value === null) localStorage.removeItem(storageKeys[key]);
    else localStorage.setItem(storageKeys[key], value);
  } catch {
    // Refused or full: the value in memory is used until the page is closed.
    if (value !== null) memory.set(key, value);
  }
}

export function readStorageJson<T>(key: StorageKey): T | null {
  const text = readStorage(key);
  if (!text) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
