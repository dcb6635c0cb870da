import { beforeEach, describe, expect, it } from 'vitest';
import {
  clearSession,
  enter,
  getSession,
  isAuthenticated,
  leaveForOwn,
  setServerDown,
  signIn,
  signInOnBehalf,
  subscribeSession,
  type SignedIn,
} from './session';

const answer = (name: string, operator: string | null = null): SignedIn => ({
  access_token: `access of ${name}`,
  refresh_token: `refresh of ${name}`,
  user_data: { id: name, name, role: 'admin', ability: [], operator },
  store_data: {
    id: `store of ${name}`,
    currency: 'KWD',
    media_path: '/media/x/',
    languages: ['ar'],
    feature_flags: [],
    is_ready: true,
  },
});

beforeEach(() => {
  clearSession();
  localStorage.clear();
});

const storedKeys = () => Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').sort();

describe('what the browser keeps', () => {
  it('AU-07: what the server repeats at every start is no news, what it changes is', () => {
    signIn(answer('نورة'));
    const before = getSession();
    let callCount = 0;
    const leave = subscribeSession(() => (callCount += 1));
    enter(answer('نورة'));
    expect([callCount, getSession() === before]).toEqual([0, true]);
    enter({ ...answer('نورة'), user_data: { ...answer('نورة').user_data, name: 'هند' } });
    expect([callCount, getSession().user?.name]).toEqual([1, 'هند']);
    leave();
  });

  it('AU-07: a session that ends in another tab ends here, even if it was opened here', () => {
    signIn(answer('نورة'));
    localStorage.removeItem('accessToken');
    localStorage.removeItem('refreshToken');
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
    expect(isAuthenticated()).toBe(false);
    expect(getSession().refreshToken).toBeNull();
  });

  it('AU-10: stores tokens, user, store, its id, currency and media pattern, and deletes them on signing out', () => {
    signIn(answer('نورة'));
    setServerDown(true);
    expect(storedKeys()).toEqual(
      [
        'accessToken',
        'mediaUrlPattern',
        'refreshToken',
        'serverDown',
        'storeCurrency',
        'storeData',
        'storeId',
        'userData',
      ].sort(),
    );
    expect(localStorage.getItem('storeCurrency')).toBe('KWD');
    expect(JSON.parse(localStorage.getItem('storeData') ?? '')).toMatchObject({ feature_flags: [], is_ready: true });
    setServerDown(false);
    localStorage.setItem('locale', 'ar');
    clearSession();
    expect(storedKeys()).toEqual(['locale']);
  });

  it('AU-07: a session is the token, the user, the store and its id, all of them', () => {
    signIn(answer('نورة'));
    expect(isAuthenticated()).toBe(true);
    for (const part of ['accessToken', 'user', 'store', 'storeId'] as const)
      expect(isAuthenticated({ ...getSession(), [part]: null }), part).toBe(false);
  });

  it('AU-06: a session in somebody’s name gives the one before it back, however many were entered', () => {
    signIn(answer('المشغّل'));
    signInOnBehalf(answer('first', 'Salem'));
    signInOnBehalf(answer('second', 'Salem'));
    expect(getSession().user?.id).toBe('second');
    expect(leaveForOwn()).toBe(true);
    expect(getSession()).toMatchObject({ accessToken: 'access of المشغّل', storeId: 'store of المشغّل' });
  });

  it('AU-06: with no session before it, leaving signs out', () => {
    signInOnBehalf(answer('first', 'Salem'));
    expect(leaveForOwn()).toBe(false);
    expect(isAuthenticated()).toBe(false);
    expect(localStorage.getItem('refreshToken')).toBeNull();
  });
});
