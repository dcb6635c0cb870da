/** The names under which the browser keeps things (AU-10, SH-01). */
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

/** Only what the browser refused to store: a value that another tab took away must not live on here. */
const memory = new Map<string, string>();

/** Reads a kept value; falls back to memory where the browser refuses storage. */
export function readKept(key: StorageKey): string | null {
  try {
    return localStorage.getItem(storageKeys[key]) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function keep(key: StorageKey, value: string | null): void {
  memory.delete(key);
  try {
    if (value === null) localStorage.removeItem(storageKeys[key]);
    else localStorage.setItem(storageKeys[key], value);
  } catch {
    // Refused or full: the value in memory serves until the page is closed.
    if (value !== null) memory.set(key, value);
  }
}

export function readKeptJson<T>(key: StorageKey): T | null {
  const text = readKept(key);
  if (!text) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
