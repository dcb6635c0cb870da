/** Query values; a list is joined by commas (`filter[status]=PEND,PAID`), nothing is sent for empty ones. */
export type Params = Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>;

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
