/** Shapes that every call shares (decisions 4). */
export interface One<T> {
  data: T;
}

export interface Meta {
  current_page: number;
  per_page: number;
  last_page: number;
  from: number | null;
  to: number | null;
  total: number;
  /** Counting stopped: there are more rows than `total` says. */
  is_total_capped?: boolean;
  /** Present when the list is read by cursor: deep pages that stay fast. */
  next_cursor?: string | null;
  prev_cursor?: string | null;
}

export interface Page<T, M extends Meta = Meta> {
  data: T[];
  links: { first: string | null; last: string | null; prev: string | null; next: string | null };
  meta: M;
}

/** What became of each row of a bulk act. */
export interface BulkResult {
  id: string;
  is_ok: boolean;
  message?: string | null;
}
export interface BulkAnswer {
  data: { results: BulkResult[] };
}
