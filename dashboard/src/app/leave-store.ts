import { api } from '@/shared/api/client';
import { queryClient } from '@/shared/api/query-client';
import { leaveForOwn } from '@/shared/session/session';

/** Ends an impersonation (AU-06); true when the operator's own session is restored. */
export async function leaveStore(): Promise<boolean> {
  await api.post('/logout', { quiet: true, background: true, signedIn: false }).catch(() => undefined);
  const isBack = leaveForOwn();
  queryClient.clear();
  return isBack;
}
