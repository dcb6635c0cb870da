import { Alert, Loader, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { previewUndo } from '@/modules/batches/batches.api';
import { isApiError } from '@/shared/api/error';
import { useShared } from '@/shared/i18n/use-shared';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import classes from './batches.module.css';
import { useBatchesText } from './i18n';
import { NoteList } from './note-list';

/** Preview of an undo: what is reverted, and what changed since and stays. */
export function UndoDialog({
  id,
  direction,
  onClose,
  onUndo,
}: {
  id: string;
  /** Undoing an undo is the redo. */
  direction: 'undo' | 'redo';
  onClose: () => void;
  onUndo: () => Promise<void>;
}) {
  const t = useBatchesText();
  const s = useShared();
  const [busy, setBusy] = useState(false);
  const preview = useQuery({
    // A key of its own: after the undo there is no preview, and a refetch would be refused.
    queryKey: ['batch-undo', id] as const,
    queryFn: () => previewUndo(id),
    meta: { isActionPreview: true },
    staleTime: 0,
    gcTime: 0,
  });
  const of = preview.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(direction === 'redo' ? 'ask.redoTitle' : 'ask.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          void onUndo()
            .catch(() => null)
            .finally(() => setBusy(false));
        }}
      >
        <Stack>
          {!of && !preview.error && <Loader role="status" aria-label={s('loading')} />}
          {preview.error && (
            <Alert color="red">{isApiError(preview.error) ? preview.error.message : s('error.failed')}</Alert>
          )}
          {of && (
            <>
              <Text>{t(direction === 'redo' ? 'ask.again' : 'ask.returns', { count: of.returns })}</Text>
              {of.keeps > 0 && (
                <div>
                  <Text size="sm" mb={6}>
                    {t('ask.keeps', { count: of.keeps })}
                  </Text>
                  <ScrollArea.Autosize
                    mah={300}
                    className={classes.kept}
                    viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('notes') }}
                  >
                    <NoteList rows={of.kept} />
                  </ScrollArea.Autosize>
                </div>
              )}
              {of.is_capped && (
                <Text size="sm" c="dimmed">
                  {t('ask.capped')}
                </Text>
              )}
            </>
          )}
          <DialogFoot
            submit={t(direction === 'redo' ? 'redo' : 'ask.confirm')}
            isDisabled={!of || of.returns === 0}
            isBusy={busy}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
