import { api } from '../api/client';
import { queryClient } from '../api/query-client';
import { dropDraftsOf } from '../forms/draft';
import { clearSession, getSession } from './session';

/** Ends the session on the server and locally; an unreachable server does not prevent the local sign-out. */
export async function signOut(): Promise<void> {
  await api.post('/logout', { quiet: true, background: true, signedIn: false }).catch(() => undefined);
  const { user } = getSession();
  if (user) dropDraftsOf(user.id);
  clearSession();
  queryClient.clear();
}
