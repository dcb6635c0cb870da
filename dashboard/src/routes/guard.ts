import { hasPermissions, type Needs } from '@/modules/screens/screens';
import { homeRouteFor, isAuthenticated, isDemoHost, type Session } from '@/shared/session/session';

/** A route's `staticData` (core 2). */
export interface RouteMeta {
  /** SH-02; `vertical` unless stated (the user may have chosen `horizontal` instead). */
  layout?: 'vertical' | 'horizontal' | 'full' | 'editor';
  /** SH-03: the title is read when it is shown, in the language of that moment. */
  title?: () => string;
  /** The permission to open it; every signed-in user may, unless stated. `modules/screens` reads it for links. */
  needs?: Needs;
  /** Reachable without a session. */
  open?: boolean;
  /** The skeleton while the page's code loads: a list's unless stated, none for a dialog. */
  shape?: 'list' | 'form' | 'detail' | 'dialog';
  redirectIfLoggedIn?: boolean;
  redirectIfDemoHost?: boolean;
}

/** Pages that stay reachable while the server does not answer (GU-03). */
const reachableWhenDown = ['/error-404', '/server-unreachable', '/not-authorized', '/login'];

export type Verdict =
  | { go: 'stay' }
  | { go: '/login'; clear: boolean; back?: string }
  | { go: '/server-unreachable' | '/not-authorized' | '/' | '/access-control'; clear?: false; back?: string };

/** The requested page. */
export interface RouteRequest {
  meta: RouteMeta;
  path: string;
  /** With its search params. */
  fullPath: string;
}

/**
 * The navigation guard as one pure rule (core 2, GU-01): whether a visitor may open the requested page, or the
 * redirect.
 */
export function checkRoute({ meta, path, fullPath }: RouteRequest, session: Session, host?: string): Verdict {
  if (session.serverDown && !reachableWhenDown.includes(path)) return { go: '/server-unreachable', back: fullPath };
  const signedIn = isAuthenticated(session);
  if (meta.redirectIfLoggedIn && signedIn) {
    const home = homeRouteFor(session.user);
    // A role without a home page would be redirected here forever; the user may sign in with another account.
    return home === '/login' ? { go: 'stay' } : { go: home };
  }
  if (meta.redirectIfDemoHost && isDemoHost(host)) return { go: '/login', clear: false };
  if (meta.open) return { go: 'stay' };
  if (!signedIn) return { go: '/login', clear: true, back: fullPath === '/' ? undefined : fullPath };
  if (meta.needs && !hasPermissions(meta.needs, session.user)) return { go: '/not-authorized' };
  return { go: 'stay' };
}
