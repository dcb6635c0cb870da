import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { orders } from '../orders.api';

/** Number of orders with a pending receipt. */
export const receiptsWaitingQuery = queryOptions({
  queryKey: [...orders.key, 'receipts-waiting'] as const,
  queryFn: async ({ signal }) => (await api.get('/orders/receipts-waiting', { signal, quiet: true })).data.count,
});
