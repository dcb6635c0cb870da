import type { Schema } from '@/shared/api/wire-schema';

/** One entry of an activity log (OR-07). `before` and `after` hold only the fields that changed. */
export type ActivityEntry = Omit<Schema<'ActivityView'>, 'action'> & {
  /** Plain text in the document. */
  action: 'comment' | 'create' | 'update' | 'update_status' | 'update_payment_status' | 'delete';
};

export type ActorKind = 'customer' | 'merchant' | 'system';

/** Who did it, in one of the three kinds of the document; what is unknown was the system. */
export function actorKind(type: string): ActorKind {
  const kind = type.toLowerCase();
  return kind === 'customer' || kind === 'merchant' ? kind : 'system';
}

/** A field that both sides of an entry name, as texts. */
export function changeOf(entry: ActivityEntry, field: string): { from: string | null; to: string | null } {
  const read = (side: Record<string, unknown> | null) => {
    const value = side?.[field];
    return value === undefined || value === null ? null : String(value);
  };
  return { from: read(entry.before), to: read(entry.after) };
}

/** Newest first, whatever order they came in. */
export const newestFirst = (entries: readonly ActivityEntry[]): ActivityEntry[] =>
  [...entries].sort((a, b) => b.seq - a.seq);
