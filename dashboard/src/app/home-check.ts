import { useEffect } from 'react';
import { api } from '@/shared/api/client';
import { queryClient } from '@/shared/api/query-client';
import { readStorage } from '@/shared/session/storage';
import { setSkin } from '@/shared/ui/skin';
import { enter, isAuthenticated, useSession } from '@/shared/session/session';

/**
 * The home check (AU-07): the user's abilities and the store may have changed since the browser stored them, so both
 * are fetched once at start. On failure the stored values stay.
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

/** SH-07: a browser without a chosen skin uses the one that the user chose elsewhere. */
async function rememberSkin(): Promise<void> {
  if (readStorage('skin') !== null || !isAuthenticated()) return;
  const { data } = await api.get('/settings/{code}', {
    path: { code: 'dashboard_layout_skin' },
    quiet: true,
    background: true,
  });
  if (data.value === 'light' || data.value === 'dark') setSkin(data.value);
}

/**
 * Switches to another store of the user: its data, their abilities in it, and no data of the previous one (state rule
 * 6).
 */
export async function switchStore(id: string): Promise<void> {
  const { data } = await api.get('/home', { headers: { 'X-STORE': id } });
  queryClient.clear();
  enter(data);
}
