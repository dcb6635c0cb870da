import type { ListSpec } from '@/shared/table/list-search';

/** The audit log's address: newest first, of everybody or of one member. */
export const auditList: ListSpec = { filters: ['member'], perPage: 20 };
