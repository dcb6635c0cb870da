import { api } from '@/shared/api/client';
import { queryClient } from '@/shared/api/query-client';
import { clearSession, leaveForOwn } from '@/shared/session/session';

/** Ends the session on the server and here; a server that does not answer does not keep anyone signed in. */
export async function signOut(): Promise<void> {
  await api.post('/logout', {}, { quiet: true, background: true, signedIn: false }).catch(() => undefined);
  clearSession();
  queryClient.clear();
}

/** Ends a session in a merchant's name (AU-06); true when the operator's own session is open again. */
export async function leaveStore(): Promise<boolean> {
  await api.post('/logout', {}, { quiet: true, background: true, signedIn: false }).catch(() => undefined);
  const isBack = leaveForOwn();
  queryClient.clear();
  return isBack;
}
