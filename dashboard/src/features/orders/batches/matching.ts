import type { OrderStatus } from '@/modules/status-badge/order-status';
import { offeredStatuses, transitions } from '../orders.model';

/** Where orders may go, and how many of them, where only their number in each status is known. */
export function reachableFrom(
  counts: readonly (readonly [OrderStatus, number])[],
): { status: OrderStatus; count: number }[] {
  const fitting = (to: OrderStatus) =>
    counts.reduce((sum, [from, count]) => (transitions[from].includes(to) ? sum + count : sum), 0);
  return offeredStatuses.map((status) => ({ status, count: fitting(status) })).filter((choice) => choice.count > 0);
}
