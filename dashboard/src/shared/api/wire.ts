import type { Schema } from './wire-schema';

type Counted = 'is_total_capped' | 'next_cursor';
/** Complete lists have no cap and no cursor. */
export type Meta = Omit<Schema<'Meta'>, Counted> & Partial<Pick<Schema<'Meta'>, Counted>>;

export interface Page<T, M extends Meta = Meta> {
  data: T[];
  links: Schema<'Links'>;
  meta: M;
}

/** The result of one row of a bulk call. */
export interface BulkResult {
  id: string;
  is_ok: boolean;
  message?: string | null;
}
