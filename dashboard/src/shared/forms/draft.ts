import { getSession } from '../session/session';

/** Unsaved input of an earlier visit: the fields that differed from the form's initial values. */
export interface Draft {
  at: number;
  changed: Record<string, unknown>;
}

const prefix = 'draft.';
/** Maximum of drafts, the oldest is dropped first; so are expired and oversized ones. */
const maxDrafts = 20;
const oldest = 14 * 86_400_000;
const largest = 200_000;

/** Per person, store and record: `product:prd_1`, `coupon:new`. */
function keyOf(record: string): string | null {
  const { user, storeId } = getSession();
  // Input of an impersonating operator is not stored under the merchant's name.
  return user && storeId && !user.operator ? `${prefix}${user.id}.${storeId}.${record}` : null;
}

function all(): { key: string; draft: Draft }[] {
  const found: { key: string; draft: Draft }[] = [];
  for (let index = 0; index < localStorage.length; index += 1) {
    const key = localStorage.key(index);
    if (!key?.startsWith(prefix)) continue;
    try {
      const draft = JSON.parse(localStorage.getItem(key) ?? '') as Draft;
      found.push({ key, draft: typeof draft?.changed === 'object' ? draft : { at: 0, changed: {} } });
    } catch {
      found.push({ key, draft: { at: 0, changed: {} } });
    }
  }
  return found.sort((a, b) => b.draft.at - a.draft.at);
}

export function readDraft(record: string): Draft | null {
  const own = keyOf(record);
  try {
    const found = all().find(({ key }) => key === own)?.draft;
    return found && Date.now() - found.at < oldest ? found : null;
  } catch {
    return null;
  }
}

export function writeDraft(record: string, changed: Record<string, unknown>): void {
  const own = keyOf(record);
  const text = JSON.stringify({ at: Date.now(), changed } satisfies Draft);
  if (!own || text.length > largest) return;
  try {
    localStorage.setItem(own, text);
    for (const [index, { key, draft }] of all().entries())
      if (index >= maxDrafts || Date.now() - draft.at > oldest) localStorage.removeItem(key);
  } catch {
    // Storage refused or full: the form itself still holds it.
  }
}

export function dropDraft(record: string): void {
  const own = keyOf(record);
  try {
    if (own) localStorage.removeItem(own);
  } catch {
    // Nothing was stored.
  }
}

/** Signing out deletes the user's drafts in this browser. */
export function dropDraftsOf(userId: string): void {
  try {
    for (const { key } of all()) if (key.startsWith(`${prefix}${userId}.`)) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The fields of `now` that differ from `before`. */
export function changedOf(before: Record<string, unknown>, now: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value, before[name])));
}
