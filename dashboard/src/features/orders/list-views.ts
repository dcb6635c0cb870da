import type { ListSearch, ListSpec } from '@/shared/table/list-search';

/** `total.gte` of the URL is `filter[total][gte]` of the API; `where` keeps its name. */
const wireName = (name: string): string => {
  if (name === 'where') return name;
  const [field, range] = name.split('.');
  return range ? `filter[${field}][${range}]` : `filter[${field}]`;
};

/** The query that a view stores: as the API takes it, without paging. */
export function contentOf(search: ListSearch, spec: ListSpec): Record<string, string> {
  const query: Record<string, string> = {};
  if (search.search) query.search = search.search;
  if (search.sort) query.sort = search.sort;
  for (const name of spec.filters ?? []) {
    const value = search[name];
    if (value !== undefined) query[wireName(name)] = String(value);
  }
  return query;
}

/** The search params of a view: those it does not name are removed. */
export function searchOf(query: Record<string, string>, spec: ListSpec): Partial<ListSearch> {
  return {
    search: query.search,
    sort: query.sort,
    ...Object.fromEntries((spec.filters ?? []).map((name) => [name, query[wireName(name)]])),
  };
}

/** Whether the list shows this view. */
export function isShown(query: Record<string, string>, search: ListSearch, spec: ListSpec): boolean {
  const now = contentOf(search, spec);
  const names = new Set([...Object.keys(now), ...Object.keys(query)]);
  return [...names].every((name) => now[name] === query[name]);
}
