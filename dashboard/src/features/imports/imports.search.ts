import type { ListSpec } from '@/shared/table/list-search';

export const importsList: ListSpec = {};
export const rowsList: ListSpec = { filters: ['outcome', 'is_noted'] };
