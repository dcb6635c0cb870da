import { changeOf, type ActivityEntry } from '@/modules/activity-log/activity';
import { isOrderStatus, type OrderStatus } from '@/modules/status-badge/order-status';
import { stageOf } from './orders.model';

/** When an order reached its stages, from its activity: the last time, where it came back to one. */
export function stageTimes(entries: readonly ActivityEntry[]): Partial<Record<OrderStatus, string>> {
  const times: Partial<Record<OrderStatus, string>> = {};
  for (const entry of [...entries].sort((a, b) => a.seq - b.seq)) {
    if (entry.action === 'create') times.PEND = entry.at;
    if (entry.action !== 'update_status') continue;
    const { to } = changeOf(entry, 'status');
    if (isOrderStatus(to)) times[stageOf(to)] = entry.at;
  }
  return times;
}
