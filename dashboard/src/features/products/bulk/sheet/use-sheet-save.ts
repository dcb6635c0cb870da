import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staleAfterBatch } from '@/modules/batches/batches.api';
import { runUndo } from '@/modules/batches/undo-toast';
import { confirm } from '@/shared/ui/confirm';
import { toast } from '@/shared/ui/toast';
import { soldOutQuestion } from '../../sold-out';
import { useSheetText } from './i18n';
import { soldOutToPublish } from './sheet-sold-out';
import type { SheetStore } from './sheet-store';
import { writeSheet } from './sheet.api';
import { rereadRows } from './use-sheet-rows';

/** Products per request. */
const chunk = 50;

/** Saves the edits chunk by chunk, as one batch that can be undone. */
export function useSheetSave(store: SheetStore, onSaved: () => void) {
  const t = useSheetText();
  const client = useQueryClient();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (saving) return;
    const rows = store.pending();
    const unread = () =>
      store.unreadCount > 0 && toast.warning({ title: t('unread', { count: store.unreadCount }), id: 'unread' });
    if (rows.length === 0) {
      unread();
      return;
    }
    const question = soldOutQuestion(soldOutToPublish(store));
    if (question && !(await confirm({ ...question, confirm: t('savePublish') }))) return;
    setSaving(true);
    const saved: string[] = [];
    let refused = 0;
    try {
      for (let from = 0; from < rows.length; from += chunk) {
        const { results, batch_id } = await writeSheet(store.batchId, rows.slice(from, from + chunk));
        store.joinBatch(batch_id ?? store.batchId);
        store.settle(results);
        saved.push(...results.filter((result) => result.is_ok).map(({ id }) => id));
        refused += results.filter((result) => !result.is_ok && result.code !== 'stale_version').length;
      }
    } catch {
      // The client has shown the error; edits that were not sent stay.
    } finally {
      setSaving(false);
      for (const queryKey of staleAfterBatch) void client.invalidateQueries({ queryKey });
    }
    const batch = store.batchId;
    if (saved.length > 0) {
      toast.success({
        title: t('saved', { count: saved.length }),
        action: batch
          ? {
              label: t('undoSave'),
              run: () => {
                store.joinBatch(null);
                void runUndo(client, batch, () => void rereadRows(store, saved));
              },
            }
          : undefined,
      });
    }
    unread();
    if (refused > 0) toast.danger(t('notSaved', { count: refused }));
    onSaved();
  };
  return { saving, save };
}
