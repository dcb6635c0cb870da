import { useEffect } from 'react';
import { api } from '@/shared/api/client';
import { queryClient } from '@/shared/api/query-client';
import { readKept } from '@/shared/session/storage';
import { setSkin } from '@/shared/ui/skin';
import { enter, isAuthenticated, useSession } from '@/shared/session/session';

/**
 * The home check (AU-07): what the user may do and what the store is may have changed since the browser kept it, so
 * both are asked for once at start. A failure leaves what is known.
 */
export function useHomeCheck(): void {
  const signedIn = isAuthenticated(useSession());
  useEffect(() => {
    if (!signedIn) return;
    api
      .get('/home', { quiet: true, background: true })
      .then(({ data }) => data.store_data && enter(data))
      .then(rememberSkin)
      .catch(() => undefined);
  }, [signedIn]);
}

/** SH-07: a browser in which no skin was chosen yet takes the one that the user chose elsewhere. */
async function rememberSkin(): Promise<void> {
  if (readKept('skin') !== null || !isAuthenticated()) return;
  const { data } = await api.get('/settings/{code}', {
    path: { code: 'dashboard_layout_skin' },
    quiet: true,
    background: true,
  });
  if (data.value === 'light' || data.value === 'dark') setSkin(data.value);
}

/** Enters another store of the user: its data, their abilities in it, and nothing of the one before (state rule 6). */
export async function switchStore(id: string): Promise<void> {
  const { data } = await api.get('/home', { headers: { 'X-STORE': id } });
  queryClient.clear();
  enter(data);
}
