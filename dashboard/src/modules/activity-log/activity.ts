import type { Schema } from '@/shared/api/wire-schema';

/** One entry of an activity log (OR-07). `before` and `after` hold only the fields that changed. */
export type ActivityEntry = Omit<Schema<'ActivityView'>, 'action'> & {
  /** Plain text in the API document. */
  action: 'comment' | 'create' | 'update' | 'update_status' | 'update_payment_status' | 'delete';
};

export type ActorKind = 'customer' | 'merchant' | 'system';

/** The kind of an actor, one of the three in the document; unknown ones are the system. */
export function actorKind(type: string): ActorKind {
  const kind = type.toLowerCase();
  return kind === 'customer' || kind === 'merchant' ? kind : 'system';
}

/** A field that `before` and `after` both have, as texts. */
export function changeOf(entry: ActivityEntry, field: string): { from: string | null; to: string | null } {
  const read = (side: Record<string, unknown> | null) => {
    const value = side?.[field];
    return value === undefined || value === null ? null : String(value);
  };
  return { from: read(entry.before), to: read(entry.after) };
}

/** Sorted newest first, whatever the order of the answer. */
export const newestFirst = (entries: readonly ActivityEntry[]): ActivityEntry[] =>
  [...entries].sort((a, b) => b.seq - a.seq);
