import { orderStatuses, type OrderStatus } from '@/modules/status-badge/order-status';

/** `status-counts`: all, and one count for each status that has orders. */
export type StatusCounts = Partial<Record<OrderStatus | 'all', number>>;

const usualTabs: readonly OrderStatus[] = ['PEND', 'PRCS', 'RDYS', 'SHPD', 'DLVR', 'CNCL'];

/** The tabs above the list: the default ones always, others while they have orders or are open. */
export function statusTabs(counts: StatusCounts | undefined, open: string): OrderStatus[] {
  return orderStatuses.filter((status) => usualTabs.includes(status) || status === open || (counts?.[status] ?? 0) > 0);
}

/** Orders that arrived since the page was opened. Numbers only grow within a store. */
export function arrivedSince(known: number | null, rows: readonly { id: string; number: number }[]): string[] {
  return known === null ? [] : rows.filter((row) => row.number > known).map((row) => row.id);
}

export const highestNumber = (rows: readonly { number: number }[]): number =>
  rows.reduce((highest, row) => Math.max(highest, row.number), 0);
