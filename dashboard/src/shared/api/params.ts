/** One value of a query; a list is joined by commas (`filter[status]=PEND,PAID`), nothing is sent for empty ones. */
export type ParamValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Params = Readonly<Record<string, ParamValue>>;

/** Filters of lists, which the document describes in words only: `filter[status]`, `filter[total][gte]`. */
export type Filters = { readonly [filter: `filter[${string}`]: ParamValue };

/** Query of a list: page, sort, search, filters. */
export type ListQuery = Filters & {
  readonly page?: number;
  readonly per_page?: number;
  readonly cursor?: string;
  readonly sort?: string;
  readonly search?: string;
  /** Groups of conditions as JSON, where the list has them. */
  readonly where?: string;
};

export function queryString(params: Params | undefined): string {
  if (!params) return '';
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) {
      if (value.length > 0) query.set(name, value.join(','));
    } else query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}
