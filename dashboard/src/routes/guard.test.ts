import { describe, expect, it } from 'vitest';
import { can, homeRouteFor, type Session, type UserData } from '@/shared/session/session';
import { checkRoute, type RouteMeta } from './guard';

const user: UserData = { id: 'u', name: 'n', role: 'admin', ability: [{ action: 'read', subject: 'Order' }] };
const visitor: Session = {
  accessToken: null,
  refreshToken: null,
  user: null,
  store: null,
  storeId: null,
  stores: [],
  serverDown: false,
};
const member: Session = { ...visitor, accessToken: 'a', refreshToken: 'r', user, store: { id: 's' }, storeId: 's' };
const go = (meta: RouteMeta, path: string, session: Session, host = 'app.test') =>
  checkRoute({ meta, path, fullPath: path }, session, host);

describe('the navigation guard', () => {
  it('gu_01 a visitor is signed out and sent to /login with the way back', () => {
    expect(go({}, '/orders/list', visitor)).toEqual({ go: '/login', clear: true, back: '/orders/list' });
    expect(go({}, '/orders/list', { ...member, storeId: null })).toMatchObject({ go: '/login', clear: true });
  });
  it('gu_01 a member without the ability goes to /not-authorized; the default is reading Auth', () => {
    expect(go({ needs: 'read Product' }, '/products/list', member)).toEqual({ go: '/not-authorized' });
    expect(go({ needs: 'update Order' }, '/orders/view/1/edit', member)).toEqual({ go: '/not-authorized' });
    expect(go({ needs: ['read Order', 'read Setting'] }, '/settings/store/returns', member)).toEqual({
      go: '/not-authorized',
    });
    expect(go({ needs: 'read Order' }, '/orders/list', member)).toEqual({ go: 'stay' });
    expect(go({}, '/', member)).toEqual({ go: 'stay' });
  });
  it('gu_02 redirect-if-logged-in and redirect-if-demo-host', () => {
    expect(go({ open: true, redirectIfLoggedIn: true }, '/login', member)).toEqual({ go: '/' });
    expect(
      go({ open: true, redirectIfLoggedIn: true }, '/login', { ...member, user: { ...user, role: 'client' } }),
    ).toEqual({ go: '/access-control' });
    expect(go({ open: true, redirectIfLoggedIn: true }, '/login', { ...member, user: { ...user, role: 'x' } })).toEqual(
      { go: 'stay' },
    );
    expect(go({ open: true, redirectIfDemoHost: true }, '/register', visitor, 'demo.rawaj.test')).toEqual({
      go: '/login',
      clear: false,
    });
    expect(go({ open: true, redirectIfDemoHost: true }, '/register', visitor)).toEqual({ go: 'stay' });
  });
  it('gu_03 while the server is down only four pages open', () => {
    const down = { ...member, serverDown: true };
    expect(go({}, '/orders/list', down)).toEqual({ go: '/server-unreachable', back: '/orders/list' });
    for (const path of ['/error-404', '/server-unreachable', '/not-authorized'])
      expect(go({ open: true }, path, down)).toEqual({ go: 'stay' });
  });
  it('gu_04 the home of each role', () => {
    expect(['admin', 'client', 'robot'].map((role) => homeRouteFor({ ...user, role }))).toEqual([
      '/',
      '/access-control',
      '/login',
    ]);
  });
  it('gu_11 only manage and all cover everything', () => {
    const owner: UserData = { ...user, ability: [{ action: 'manage', subject: 'all' }] };
    expect(can('delete', 'Product', owner)).toBe(true);
    expect(can('delete', 'Order', user)).toBe(false);
    expect(can('read', 'Auth', user)).toBe(true);
    expect(can('read', 'ACL', user)).toBe(false);
    expect(can('read', 'Auth', null)).toBe(false);
  });
});
