import type { Schema } from './wire-schema';

type Counted = 'is_total_capped' | 'next_cursor';
/** Lists that are always whole have no cap and no cursor. */
export type Meta = Omit<Schema<'Meta'>, Counted> & Partial<Pick<Schema<'Meta'>, Counted>>;

export interface Page<T, M extends Meta = Meta> {
  data: T[];
  links: Schema<'Links'>;
  meta: M;
}

/** What became of each row of a bulk act. */
export interface BulkResult {
  id: string;
  is_ok: boolean;
  message?: string | null;
}
