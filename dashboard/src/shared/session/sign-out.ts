import { api } from '../api/client';
import { queryClient } from '../api/query-client';
import { clearSession } from './session';

/** Ends the session on the server and here; a server that does not answer does not keep anyone signed in. */
export async function signOut(): Promise<void> {
  await api.post('/logout', {}, { quiet: true, background: true, signedIn: false }).catch(() => undefined);
  clearSession();
  queryClient.clear();
}
