import { api } from '@/shared/api/client';
import { queryClient } from '@/shared/api/query-client';
import { leaveForOwn } from '@/shared/session/session';

/** Ends a session in a merchant's name (AU-06); true when the operator's own session is open again. */
export async function leaveStore(): Promise<boolean> {
  await api.post('/logout', { quiet: true, background: true, signedIn: false }).catch(() => undefined);
  const isBack = leaveForOwn();
  queryClient.clear();
  return isBack;
}
