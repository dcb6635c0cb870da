import type { ListQuery } from '../api/params';

/** What a list's URL may hold. Filters are named as the API names them; `total.gte` is sent as `filter[total][gte]`. */
export interface ListSpec {
  /** Order when the URL names none: `-creation_date`. */
  sort?: string;
  /** The server puts what fits a search best first: without a chosen order it is left to it. */
  ranked?: boolean;
  sortable?: readonly string[];
  filters?: readonly string[];
  perPage?: number;
}

export const perPageChoices = [20, 50, 100] as const;

/** The deepest row that a page's number may skip to (docs/API.md); beyond it the cursor leads. */
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
 * For a route's `validateSearch`: typed, and bad values are dropped rather than complained about (state rule 2).
 * `validateSearch: listSearch(ordersList)`.
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

/** The query of the API for what stands in the URL. */
export function listParams(search: ListSearch, spec: ListSpec): ListQuery {
  const params: { -readonly [Name in keyof ListQuery]: ListQuery[Name] } = {
    per_page: search.per_page ?? spec.perPage ?? 20,
    sort: search.sort ?? (spec.ranked && search.search ? undefined : spec.sort),
    search: search.search,
  };
  // Where numbers end the cursor says where the page begins; its number only numbers the rows.
  params.page = search.page ?? 1;
  if (search.cursor) params.cursor = search.cursor;
  for (const name of spec.filters ?? []) {
    const value = search[name];
    if (value === undefined) continue;
    // Groups of conditions are no filter of one field.
    if (name === 'where') {
      params.where = String(value);
      continue;
    }
    const [field, range] = name.split('.');
    params[`filter[${range ? `${field}][${range}` : field}]`] = value;
  }
  return params;
}

/** The part of the list's query that says which rows, without pages and order: for what is done to all that match. */
export const matchingOf = (params: ListQuery): ListQuery =>
  Object.fromEntries(
    Object.entries(params).filter(
      ([name, value]) => value !== undefined && (name === 'search' || name === 'where' || name.startsWith('filter[')),
    ),
  );

/** Whether anything narrows the list: decides between "nothing yet" and "nothing matches". */
export const isNarrowed = (search: ListSearch, spec: ListSpec): boolean =>
  Boolean(search.search) || (spec.filters ?? []).some((name) => search[name] !== undefined);
