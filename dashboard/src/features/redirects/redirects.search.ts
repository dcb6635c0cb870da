import type { ListSpec } from '@/shared/table/list-search';

export const redirectsList: ListSpec = {
  sort: '-created_at',
  sortable: ['address', 'hits', 'last_hit_at', 'created_at'],
};

export const missedList: ListSpec = {
  sort: '-hits',
  sortable: ['address', 'hits', 'last_seen_at'],
  filters: ['is_ignored'],
};

/** The old link that a new redirect begins with. */
export function redirectSearch(raw: Record<string, unknown>): { address?: string } {
  return typeof raw.address === 'string' && raw.address ? { address: raw.address } : {};
}
