import { useSyncExternalStore } from 'react';
import { defaultCurrency } from '../i18n/currency';
import type { Schema } from '../api/wire-schema';
import { setTimeZone } from '../i18n/format';
import type { Language } from '../i18n/language';
import { writeStorage, readStorage, readStorageJson, storageKeys } from './storage';

/** Actions and subjects of abilities (decisions 2); `manage` is every action, `all` every subject. */
export type AbilityAction = Schema<'Action'>;
export type AbilitySubject = Schema<'Subject'>;
export type Ability = Schema<'Ability'>;

/** The signed-in user; browsers may have stored one of an older version. */
export type UserData = Pick<Schema<'UserData'>, 'id' | 'name' | 'role' | 'ability'> &
  Partial<Pick<Schema<'UserData'>, 'email' | 'mobile' | 'extras'>> & {
    /** The operator who impersonates this user; null otherwise (AU-06). */
    operator?: string | null;
  };

/** The current store, as far as known: browsers may have stored one of an older version. */
export type StoreData = Pick<Schema<'StoreData'>, 'id'> & Partial<Omit<Schema<'StoreData'>, 'id'>>;

export type StoreChoice = Pick<Schema<'StoreChoice'>, 'id'> & Partial<Schema<'StoreChoice'>>;

/** The answer of login, demo, impersonation and registration (decisions 3). */
export interface SignedIn {
  access_token: string;
  refresh_token: string;
  expires_in?: number;
  user_data: UserData;
  /** Null for a user without a store. */
  store_data: StoreData | null;
  stores?: StoreChoice[];
}

export interface Session {
  accessToken: string | null;
  refreshToken: string | null;
  user: UserData | null;
  store: StoreData | null;
  storeId: string | null;
  stores: StoreChoice[];
  serverDown: boolean;
}

const listeners = new Set<() => void>();
let session: Session = read();

function read(): Session {
  const store = readStorageJson<StoreData>('storeData');
  setTimeZone(store?.timezone);
  return {
    accessToken: readStorage('accessToken'),
    refreshToken: readStorage('refreshToken'),
    user: readStorageJson<UserData>('userData'),
    store,
    storeId: readStorage('storeId'),
    stores: readStorageJson<StoreChoice[]>('stores') ?? [],
    serverDown: readStorage('serverDown') === 'true',
  };
}

function changed(): void {
  const next = read();
  // An unchanged session is ignored: many components subscribe to it.
  if (JSON.stringify(next) === JSON.stringify(session)) return;
  session = next;
  for (const listener of listeners) listener();
}

// Follows a sign-in, sign-out or token rotation in another tab.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key in storageKeys) changed();
  });
}

export const getSession = (): Session => session;
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useSession = (): Session => useSyncExternalStore(subscribeSession, getSession, getSession);

/** AU-07: all four values must be present, or the visitor is signed out. */
export const isAuthenticated = (of: Session = session): boolean =>
  Boolean(of.accessToken && of.user && of.store && of.storeId);

/** Stores the session that the server opened. */
export function signIn(answer: SignedIn): void {
  writeStorage('accessToken', answer.access_token);
  writeStorage('refreshToken', answer.refresh_token);
  enter(answer);
}

/** Updates user and store; the tokens stay. */
export function enter(answer: Pick<SignedIn, 'user_data' | 'store_data' | 'stores'>): void {
  writeStorage('userData', JSON.stringify(answer.user_data));
  if (answer.stores) writeStorage('stores', JSON.stringify(answer.stores));
  if (answer.store_data) enterStore(answer.store_data);
  else changed();
}

/** Sets the current store; the caller clears the query cache when the store changes. */
export function enterStore(store: StoreData): void {
  writeStorage('storeData', JSON.stringify(store));
  writeStorage('storeId', store.id);
  writeStorage('storeCurrency', store.currency ?? defaultCurrency);
  writeStorage('mediaUrlPattern', store.media_path ?? null);
  changed();
}

/** After the tokens were rotated. */
export function setTokens(accessToken: string, refreshToken: string): void {
  writeStorage('accessToken', accessToken);
  writeStorage('refreshToken', refreshToken);
  changed();
}

const ofTheSession = [
  'accessToken',
  'refreshToken',
  'userData',
  'storeData',
  'storeId',
  'stores',
  'storeCurrency',
  'mediaUrlPattern',
] as const;

/** Clears the session; language and skin stay. */
export function clearSession(): void {
  for (const key of ofTheSession) writeStorage(key, null);
  writeStorage('sessionBefore', null);
  changed();
}

/** Starts an impersonation (AU-06); the operator's own session is stored until `leaveForOwn`. */
export function signInOnBehalf(answer: SignedIn): void {
  const before =
    isAuthenticated() && !session.user?.operator ? ofTheSession.map((key) => [key, readStorage(key)]) : null;
  const waiting = session.user?.operator ? readStorage('sessionBefore') : before && JSON.stringify(before);
  clearSession();
  writeStorage('sessionBefore', waiting);
  signIn(answer);
}

/** Ends an impersonation; true when the operator's own session is restored. */
export function leaveForOwn(): boolean {
  const waiting = readStorageJson<[(typeof ofTheSession)[number], string | null][]>('sessionBefore');
  clearSession();
  if (!Array.isArray(waiting)) return false;
  for (const [key, value] of waiting) if (ofTheSession.includes(key)) writeStorage(key, value);
  changed();
  return isAuthenticated();
}

/** GU-03: the flag that redirects every page to the server-unreachable page. */
export function setServerDown(down: boolean): void {
  if (session.serverDown === down) return;
  writeStorage('serverDown', down ? 'true' : null);
  changed();
}

/**
 * Whether the user has an ability; every signed-in user may read Auth (GU-11). Mirrors the server, which enforces it.
 */
export function can(action: AbilityAction, subject: AbilitySubject, user: UserData | null = session.user): boolean {
  if (!user) return false;
  if (action === 'read' && subject === 'Auth') return true;
  return user.ability.some(
    (rule) =>
      (rule.subject === subject || rule.subject === 'all') && (rule.action === action || rule.action === 'manage'),
  );
}

/** `const mayDelete = useCan('delete', 'Product')`; hide what is not allowed. */
export const useCan = (action: AbilityAction, subject: AbilitySubject): boolean =>
  can(action, subject, useSession().user);

/** GU-10: whether the plan of the store includes a feature. */
export const hasFeature = (flag: string, of: Session = session): boolean =>
  of.store?.feature_flags?.includes(flag) ?? false;

/** Currency of the store; SAR until it is known. */
export const useStoreCurrency = (): string => storeCurrency(useSession());
/** The same outside components. */
export const storeCurrency = (of: Session = session): string => of.store?.currency ?? defaultCurrency;

/** Languages of the store's texts, the default first. */
export function storeLanguages(of: Session = session): Language[] {
  const listed = of.store?.languages ?? [];
  return listed.length > 0 ? listed : ['ar', 'en'];
}

/** GU-08: the store is provisioned and its questionnaire answered. */
export const isStoreReady = (of: Session = session): boolean => Boolean(of.store?.is_ready);

/** Hosts on which registration and password pages are disabled (decisions 2). */
export const isDemoHost = (host = typeof location === 'undefined' ? '' : location.hostname): boolean =>
  host.startsWith('demo.');

/** GU-04: the user's home page after signing in. */
export function homeRouteFor(user: UserData | null): '/' | '/access-control' | '/login' {
  if (user?.role === 'admin') return '/';
  if (user?.role === 'client') return '/access-control';
  return '/login';
}
