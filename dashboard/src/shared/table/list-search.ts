import type { ListQuery } from '../api/params';

/** The search params of a list. Filters are named as in the API; `total.gte` is sent as `filter[total][gte]`. */
export interface ListSpec {
  /** Order when the URL names none: `-creation_date`. */
  sort?: string;
  /** The server sorts search results by relevance: without a chosen sort none is sent. */
  ranked?: boolean;
  sortable?: readonly string[];
  filters?: readonly string[];
  perPage?: number;
}

export const perPageChoices = [20, 50, 100] as const;

/** The last row that page numbers reach (docs/API.md); beyond it paging is by cursor. */
export const deepest = 1000;

export interface ListSearch {
  page?: number;
  per_page?: number;
  cursor?: string;
  sort?: string;
  search?: string;
  [filter: string]: string | number | undefined;
}

const wholeNumber = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
};

/**
 * For a route's `validateSearch`: typed, and invalid values are dropped (state rule 2). `validateSearch:
 * listSearch(ordersList)`.
 */
export function listSearch(spec: ListSpec) {
  return (raw: Record<string, unknown>): ListSearch => {
    const search: ListSearch = {};
    const perPage = wholeNumber(raw.per_page);
    if (perPage && (perPageChoices as readonly number[]).includes(perPage)) search.per_page = perPage;
    if (typeof raw.cursor === 'string' && raw.cursor) search.cursor = raw.cursor;
    const page = wholeNumber(raw.page);
    const before = ((page ?? 1) - 1) * (search.per_page ?? spec.perPage ?? 20);
    if (page && page > 1 && (search.cursor || before <= deepest)) search.page = page;
    if (typeof raw.sort === 'string' && spec.sortable?.includes(raw.sort.replace(/^-/, ''))) search.sort = raw.sort;
    if (raw.search !== undefined && String(raw.search).trim()) search.search = String(raw.search);
    for (const name of spec.filters ?? []) {
      const value = raw[name];
      if (value !== undefined && value !== null && value !== '') search[name] = String(value);
    }
    return search;
  };
}

/** The API query of the search params. */
export function listParams(search: ListSearch, spec: ListSpec): ListQuery {
  const params: { -readonly [Name in keyof ListQuery]: ListQuery[Name] } = {
    per_page: search.per_page ?? spec.perPage ?? 20,
    sort: search.sort ?? (spec.ranked && search.search ? undefined : spec.sort),
    search: search.search,
  };
  // Beyond the page numbers the cursor defines the page; its number only numbers the rows.
  params.page = search.page ?? 1;
  if (search.cursor) params.cursor = search.cursor;
  for (const name of spec.filters ?? []) {
    const value = search[name];
    if (value === undefined) continue;
    // Condition groups are no filter of one field.
    if (name === 'where') {
      params.where = String(value);
      continue;
    }
    const [field, range] = name.split('.');
    params[`filter[${range ? `${field}][${range}` : field}]`] = value;
  }
  return params;
}

/** The list's filters and search, without paging and sort: the scope of a bulk action on all matches. */
export const matchingOf = (params: ListQuery): ListQuery =>
  Object.fromEntries(
    Object.entries(params).filter(
      ([name, value]) => value !== undefined && (name === 'search' || name === 'where' || name.startsWith('filter[')),
    ),
  );

/** Whether any filter is active: decides between "nothing yet" and "nothing matches". */
export const isNarrowed = (search: ListSearch, spec: ListSpec): boolean => isNarrowedBeside(search, spec);

/** The same, without the filter that the list's tabs set. */
export const isNarrowedBeside = (search: ListSearch, spec: ListSpec, tab?: string): boolean =>
  Boolean(search.search) || (spec.filters ?? []).some((name) => name !== tab && search[name] !== undefined);
