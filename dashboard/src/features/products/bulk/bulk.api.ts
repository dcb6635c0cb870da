import { api } from '@/shared/api/client';
import type { ListQuery } from '@/shared/api/params';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type BulkAction = SchemaIn<'BulkAction'>;
export type EditPreview = Schema<'EditPreview'>;

/** Selected products, or all that the list's query matches. */
export interface Target {
  ids?: readonly string[];
  /** The list's parameters; paging and sort are ignored. */
  filter: ListQuery;
}

const filterOf = ({ ids, filter }: Target): ListQuery | undefined =>
  ids
    ? undefined
    : Object.fromEntries(Object.entries(filter).filter(([name]) => name === 'search' || name.startsWith('filter[')));
const bodyOf = ({ ids }: Target, action: BulkAction) => ({ action, ...(ids && { items: ids }) });

export const previewEdit = async (target: Target, action: BulkAction) =>
  (
    await api.post('/products/bulk/preview', {
      body: bodyOf(target, action),
      query: filterOf(target),
      reads: true,
      quiet: true,
    })
  ).data;

export const runEdit = async (target: Target, action: BulkAction) =>
  (await api.post('/products/bulk', { body: bodyOf(target, action), query: filterOf(target) })).data;

/** Actions without further input. */
export type SimpleKind = 'publish' | 'unpublish' | 'archive' | 'restore' | 'delete';

/** Applies one simple action to up to a hundred selected products; the answer has the undo. */
export const editChosen = (ids: readonly string[], kind: SimpleKind) => runEdit({ ids, filter: {} }, { kind });
