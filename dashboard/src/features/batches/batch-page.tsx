import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { BatchFrame, MoreRows } from '@/modules/batch-state/batch-frame';
import { useRefreshAfterBatch } from '@/modules/batch-state/use-refresh-after-batch';
import { batches, cancelBatch, staleAfterBatch, undoBatch, type BatchView } from '@/modules/batches/batches.api';
import { ChangeLine } from '@/modules/batches/change-line';
import { toastUndo } from '@/modules/batches/undo-toast';
import { api } from '@/shared/api/client';
import type { ListQuery } from '@/shared/api/params';
import type { Page } from '@/shared/api/wire';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { DetailPage, Section } from '@/shared/ui/page';
import { useBatchTitle } from './batch-title';
import classes from './batches.module.css';
import { ResultLine } from './batches-page';
import { useBatchesText } from './i18n';
import { NoteList } from './note-list';
import { UndoDialog } from './undo-dialog';

/** One batch: its action, its changes product by product, and its undo. */
export function BatchPage() {
  const { id } = useParams({ from: '/products/batches/$id' });
  const query = useQuery({
    ...batches.findQuery(id),
    refetchInterval: (q) => ((q.state.data as BatchView | undefined)?.status === 'running' ? 1000 : false),
  });
  return (
    <DetailPage query={query} isFullPage>
      {(batch) => <Batch key={batch.id} batch={batch} />}
    </DetailPage>
  );
}

function Batch({ batch }: { batch: BatchView }) {
  const t = useBatchesText();
  const title = useBatchTitle();
  const client = useQueryClient();
  const mayUpdate = useCan('update', 'Product');
  const [isUndoOpen, setUndoOpen] = useState(false);
  const running = batch.status === 'running';
  // Undoing an undo is the redo of the edit.
  const redo = batch.turn === 'undo';
  const refresh = useRefreshAfterBatch(running, staleAfterBatch);
  return (
    <>
      <BatchFrame
        of={batch}
        title={title(batch)}
        log="/products/batches"
        acts={
          mayUpdate &&
          (running ? (
            <Button
              variant="default"
              onClick={() => {
                void cancelBatch(batch.id)
                  .catch(() => null)
                  .then(refresh);
              }}
            >
              {t('stop')}
            </Button>
          ) : (
            batch.can_undo && (
              <Button
                leftSection={
                  redo ? <IconArrowForwardUp size={16} aria-hidden /> : <IconArrowBackUp size={16} aria-hidden />
                }
                onClick={() => setUndoOpen(true)}
              >
                {t(redo ? 'redo' : 'undo')}
              </Button>
            )
          ))
        }
        result={<ResultLine of={batch} />}
        noUndo={t('notAnymore')}
        replacement={
          batch.import_id && (
            <Text size="sm" c="dimmed">
              {t('importUndo')}{' '}
              <Link to="/products/import/$id" params={{ id: batch.import_id }} className={classes.link}>
                {t('seeImport')}
              </Link>
            </Text>
          )
        }
      >
        {batch.failed_count + batch.kept_count > 0 && !batch.import_id && <Notes id={batch.id} />}
        <Items id={batch.id} done={batch.done} />
      </BatchFrame>
      {isUndoOpen && (
        <UndoDialog
          id={batch.id}
          direction={redo ? 'redo' : 'undo'}
          onClose={() => setUndoOpen(false)}
          onUndo={async () => {
            const undo = await undoBatch(batch.id);
            setUndoOpen(false);
            toastUndo(client, undo);
            await refresh();
          }}
        />
      )}
    </>
  );
}

/** Pages of a child list, one below the other. */
function usePages<Row>(key: QueryKey, ask: (options: { query: ListQuery; signal: AbortSignal }) => Promise<Page<Row>>) {
  return useInfiniteQuery({
    queryKey: [...batches.key, 'one', ...key],
    queryFn: ({ pageParam, signal }) => ask({ query: { per_page: 50, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor ?? undefined,
  });
}

function Items({ id, done }: { id: string; done: number }) {
  const t = useBatchesText();
  const { language } = useLanguage();
  const pages = usePages([id, 'items', done], (paging) => api.get('/batches/{id}/items', { path: { id }, ...paging }));
  const rows = pages.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Section title={t('items')}>
      {pages.data && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('itemsEmpty')}
        </Text>
      )}
      <ul className={classes.rows}>
        {rows.map((row, index) => (
          <li key={`${row.product_id} ${index}`} className={classes.row}>
            <Group gap={8}>
              {row.is_live ? (
                <Link to="/products/edit/$id" params={{ id: row.product_id }} className={classes.link}>
                  <bdi>{textOf(row.name, language)}</bdi>
                </Link>
              ) : (
                <bdi>{textOf(row.name, language)}</bdi>
              )}
              {row.action !== 'update' && (
                <Text span size="sm" c="dimmed">
                  {t(row.action === 'delete' ? 'delete' : 'create')}
                </Text>
              )}
              {!row.is_live && row.action !== 'delete' && (
                <Text span size="sm" c="dimmed">
                  {t('gone')}
                </Text>
              )}
            </Group>
            {row.changes.map((change) => (
              <ChangeLine key={`${change.variant ?? ''} ${change.field}`} change={change} />
            ))}
          </li>
        ))}
      </ul>
      <MoreRows of={pages} label={t('more')} />
    </Section>
  );
}

function Notes({ id }: { id: string }) {
  const t = useBatchesText();
  const pages = usePages([id, 'notes', 0], (paging) => api.get('/batches/{id}/notes', { path: { id }, ...paging }));
  const rows = pages.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Section title={t('notes')}>
      <NoteList rows={rows} />
      <MoreRows of={pages} label={t('more')} />
    </Section>
  );
}
