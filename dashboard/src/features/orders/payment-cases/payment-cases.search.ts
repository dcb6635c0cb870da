import type { ListSpec } from '@/shared/table/list-search';

/** The newest first; there is no other order. */
export const openCasesList: ListSpec = {};
