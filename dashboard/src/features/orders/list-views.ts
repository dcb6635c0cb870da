import type { ListSearch, ListSpec } from '@/shared/table/list-search';

/** `total.gte` of the address is `filter[total][gte]` of the API; `where` keeps its name. */
const wireName = (name: string): string => {
  if (name === 'where') return name;
  const [field, range] = name.split('.');
  return range ? `filter[${field}][${range}]` : `filter[${field}]`;
};

/** What a view keeps of the address: the query as the API takes it, without pages. */
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

/** The address of a view: what it does not name is taken out. */
export function searchOf(query: Record<string, string>, spec: ListSpec): Partial<ListSearch> {
  return {
    search: query.search,
    sort: query.sort,
    ...Object.fromEntries((spec.filters ?? []).map((name) => [name, query[wireName(name)]])),
  };
}

/** The list shows what the view asks for. */
export function isShown(query: Record<string, string>, search: ListSearch, spec: ListSpec): boolean {
  const now = contentOf(search, spec);
  const names = new Set([...Object.keys(now), ...Object.keys(query)]);
  return [...names].every((name) => now[name] === query[name]);
}
