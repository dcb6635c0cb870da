import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';

/** A bulk edit, a sheet, an import or a delete, which can be undone for 30 days. */
export type BatchView = Schema<'BatchView'>;
export type BatchNote = Schema<'BatchNoteView'>;
export type Change = Schema<'ChangeView'>;
export type UndoPreview = Schema<'UndoPreview'>;

export const batches = resource('batches');

/** Query keys that every bulk change of products invalidates. */
export const staleAfterBatch = [
  batches.key,
  ['products'],
  ['categories'],
  ['orders', 'home-summary'],
  ['setup-checklist'],
] as const;

export const undoBatch = async (id: string) => (await api.post('/batches/{id}/undo', { path: { id } })).data;
export const cancelBatch = async (id: string) => (await api.post('/batches/{id}/cancel', { path: { id } })).data;
export const previewUndo = async (id: string) => (await api.get('/batches/{id}/undo', { path: { id } })).data;
