import type { ListSpec } from '@/shared/table/list-search';

/** The longest waiting first; there is no other order. */
export const heldList: ListSpec = {};
