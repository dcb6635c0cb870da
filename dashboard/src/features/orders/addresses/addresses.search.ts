import type { ListSpec } from '@/shared/table/list-search';

/** Whoever waits longest comes first; there is no other order. */
export const heldList: ListSpec = {};
