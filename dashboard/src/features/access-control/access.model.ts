import type { ListSpec } from '@/shared/table/list-search';

/** The audit log's list spec: newest first, of all members or of one. */
export const auditList: ListSpec = { filters: ['member'], perPage: 20 };
