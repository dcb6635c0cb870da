import type { OrderStatus } from '@/modules/status-badge/order-status';
import { offeredStatuses, transitions } from '../orders.model';

/** Statuses that orders can move to, with counts, given only the number of orders in each status. */
export function reachableFrom(
  counts: readonly (readonly [OrderStatus, number])[],
): { status: OrderStatus; count: number }[] {
  const fitting = (to: OrderStatus) =>
    counts.reduce((sum, [from, count]) => (transitions[from].includes(to) ? sum + count : sum), 0);
  return offeredStatuses.map((status) => ({ status, count: fitting(status) })).filter((choice) => choice.count > 0);
}
