import { api } from '@/shared/api/client';
import type { Params } from '@/shared/api/params';
import type { BulkResult, One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import type { BatchView } from '@/modules/batches/batches.api';

export type BulkAction = SchemaIn<'BulkAction'>;
export type EditPreview = Schema<'EditPreview'>;

/** Chosen products, or everything that the list's query matches. */
export interface Target {
  ids?: readonly string[];
  /** The list's own parameters; paging and order mean nothing here. */
  filter: Params;
}

interface BulkEdit {
  results: BulkResult[];
  batch: BatchView | null;
}

const filterOf = ({ ids, filter }: Target): Params | undefined =>
  ids
    ? undefined
    : Object.fromEntries(Object.entries(filter).filter(([name]) => name === 'search' || name.startsWith('filter[')));
const bodyOf = ({ ids }: Target, action: BulkAction) => ({ action, ...(ids && { items: ids }) });

export const previewEdit = async (target: Target, action: BulkAction) =>
  (
    await api.post<One<EditPreview>>('/products/bulk/preview', bodyOf(target, action), {
      params: filterOf(target),
      reads: true,
      quiet: true,
    })
  ).data;

export const runEdit = async (target: Target, action: BulkAction) =>
  (await api.post<One<BulkEdit>>('/products/bulk', bodyOf(target, action), { params: filterOf(target) })).data;

/** Actions that need no more to be said. */
export type SimpleKind = 'publish' | 'unpublish' | 'archive' | 'restore' | 'delete';

/** Up to a hundred chosen products and one simple action; what can be undone comes with the answer. */
export const editChosen = (ids: readonly string[], kind: SimpleKind) => runEdit({ ids, filter: {} }, { kind });
