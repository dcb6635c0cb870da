import type { ListSpec } from '@/shared/table/list-search';

/** The list of pages: the call answers all of them, and search, status, order and paging happen in the browser. */
export const contentPagesList: ListSpec = {
  sort: '-updated_at',
  sortable: ['title', 'updated_at'],
  filters: ['status'],
};

/** The store's policies, in the order of the storefront's footer. */
export const policies = ['privacy', 'terms', 'returns', 'shipping'] as const;

/** What a new page begins with: a copy of another page, or a policy's text. */
export interface NewPageSearch {
  from?: string;
  policy?: (typeof policies)[number];
}

/** Search params of the page that adds one. */
export function newPageSearch(raw: Record<string, unknown>): NewPageSearch {
  const policy = policies.find((each) => each === raw.policy);
  if (policy) return { policy };
  return typeof raw.from === 'string' && raw.from ? { from: raw.from } : {};
}
