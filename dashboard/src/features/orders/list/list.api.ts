import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { BulkResult } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type OrderView = Schema<'OrderViewRow'>;
export type OrderViewIn = SchemaIn<'OrderViewIn'>;

export const viewsKey = ['order-views'] as const;
export const viewsQuery = queryOptions({ ...apiQuery('/order-views'), staleTime: 60_000 });
export const views = resource('order-views');
export const restoreView = (id: string) => api.post('/order-views/{id}/restore', { path: { id } });
export const sortViews = (isShared: boolean, items: string[]) =>
  api.put('/order-views/sorting', { body: { is_shared: isShared, items } });

export type TagResult = Schema<'OrderTagResult'>;
export type AssignResult = Schema<'OrderAssignResult'>;

/** The server accepts a hundred per call; `step` receives the number done. */
async function inParts<Result extends BulkResult>(
  items: readonly string[],
  send: (part: string[]) => Promise<Result[]>,
  step?: (done: number) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += 100) {
    results.push(...(await send(items.slice(from, from + 100))));
    step?.(results.length);
  }
  return results;
}

export const tagMany = (
  items: readonly string[],
  change: { add?: string[]; remove?: string[] },
  step?: (done: number) => void,
) =>
  inParts(
    items,
    async (part) => (await api.post('/orders/tagMany', { body: { items: part, ...change } })).data.results,
    step,
  );

export const assignMany = (items: readonly string[], assignee: string | null, step?: (done: number) => void) =>
  inParts(
    items,
    async (part) =>
      (await api.post('/orders/assignMany', { body: { items: part, assignee_id: assignee } })).data.results,
    step,
  );

/** Undoes tag changes: added tags are removed, removed ones are added. */
export async function undoTags(results: readonly TagResult[]): Promise<void> {
  const alike = new Map<string, { ids: string[]; add: string[]; remove: string[] }>();
  for (const { id, added, removed } of results.filter((result) => result.added.length + result.removed.length > 0)) {
    const key = JSON.stringify([added, removed]);
    const group = alike.get(key) ?? { ids: [], add: removed, remove: added };
    group.ids.push(id);
    alike.set(key, group);
  }
  for (const { ids, add, remove } of alike.values()) await tagMany(ids, { add, remove });
}

/** Restores the previous assignee of every order. */
export async function undoAssign(results: readonly AssignResult[]): Promise<void> {
  const before = new Map<string | null, string[]>();
  for (const { id, previous_id: previous } of results.filter((result) => result.is_ok)) {
    before.set(previous ?? null, [...(before.get(previous ?? null) ?? []), id]);
  }
  for (const [previous, ids] of before) await assignMany(ids, previous);
}
