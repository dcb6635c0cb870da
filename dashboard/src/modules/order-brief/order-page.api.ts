import { apiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';

export type OrderPageView = Schema<'OrderPageView'>;

/**
 * An order with its address, shipments, trust, activity and documents, in one call (decision 0075). A part of the page
 * takes what it shows with `select`. The key is below the order's: whatever invalidates the order invalidates it.
 */
export const orderPageQuery = (id: string) => apiQuery('/orders/{id}/page', { path: { id }, quiet: true });
