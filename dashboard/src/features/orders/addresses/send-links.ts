import { api } from '@/shared/api/client';
import { isApiError } from '@/shared/api/error';
import type { BulkResult } from '@/shared/api/wire';
import { sendLink } from './addresses.api';

/** Sends the address link to the shoppers of held orders; for the others the result is `complete`. */
export async function sendLinks(ids: readonly string[], complete: string): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  // Sequentially: each is a message, and a page has few rows.
  for (const id of ids) {
    try {
      const { state } = (await api.get('/orders/{id}/address', { path: { id }, quiet: true })).data;
      if (state === 'held') await sendLink(id);
      results.push(state === 'held' ? { id, is_ok: true } : { id, is_ok: false, message: complete });
    } catch (error) {
      results.push({ id, is_ok: false, message: isApiError(error) ? error.message : null });
    }
  }
  return results;
}
