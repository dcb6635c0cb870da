import { Alert, Button, Loader, Modal, Progress, Radio, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { batches, cancelBatch, staleAfterBatch, type BatchView } from '@/modules/batches/batches.api';
import { ChangeLine } from '@/modules/batches/change-line';
import { toastBatch } from '@/modules/batches/undo-toast';
import { isApiError } from '@/shared/api/error';
import type { BulkResult } from '@/shared/api/wire';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { ErrorState } from '@/shared/ui/error-state';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { ActionFields, actionOf, emptyChoice, type Choice } from './action-fields';
import { previewEdit, runEdit, type BulkAction, type EditPreview, type SimpleKind, type Target } from './bulk.api';
import classes from './bulk-edit.module.css';
import { countSoldOut, soldOutQuery } from '../sold-out';
import { useBulkText } from './i18n';
import { LinkButton } from '@/shared/ui/link-button';

type Step = { at: 'choose' } | { at: 'preview'; action: BulkAction; preview: EditPreview } | { at: 'work'; id: string };

/**
 * One action over many products: choose it, preview the count and the first ten changes, run it. Selected rows are
 * changed at once; all matches are changed in the background, with the progress shown while the dialog is open.
 */
export function BulkEditDialog({
  chosen,
  filter,
  kind,
  onClose,
}: {
  chosen: readonly string[];
  filter: Target['filter'];
  /** A preselected action: its preview loads at once. */
  kind?: SimpleKind;
  /** The result of each selected row; null when nothing was done or a background batch runs. */
  onClose: (results: BulkResult[] | null) => void;
}) {
  const t = useBulkText();
  const s = useShared();
  const client = useQueryClient();
  const phone = usePhoneScreen();
  const [scope, setScope] = useState<'chosen' | 'all'>(chosen.length > 0 ? 'chosen' : 'all');
  const [choice, setChoice] = useState<Choice>(emptyChoice);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const [busy, setBusy] = useState(false);
  const target: Target = scope === 'chosen' ? { ids: chosen, filter } : { filter };

  const refresh = () => Promise.all(staleAfterBatch.map((queryKey) => client.invalidateQueries({ queryKey })));

  const preview = async (requested?: BulkAction) => {
    setBusy(true);
    setErrors({});
    try {
      const action = requested ?? actionOf(choice);
      setStep({ at: 'preview', action, preview: await previewEdit(target, action) });
    } catch (error) {
      if (!isApiError(error)) throw error;
      const fields = Object.entries(error.fields ?? {});
      const found = fields.map(([path, lines]) => [path.split('.')[1] ?? '', lines[0] ?? ''] as const);
      setErrors(found.length > 0 ? Object.fromEntries(found) : { '': error.message });
    } finally {
      setBusy(false);
    }
  };

  const begin = useRef(() => (kind ? preview({ kind }) : undefined));
  useEffect(() => void begin.current(), []);

  const apply = async (action: BulkAction) => {
    setBusy(true);
    try {
      const { results, batch } = await runEdit(target, action);
      if (scope === 'all' && batch) {
        setStep({ at: 'work', id: batch.id });
        return;
      }
      await refresh();
      if (batch) toastBatch(client, batch);
      onClose(results);
    } catch {
      // The client has shown the error.
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      opened
      onClose={() => onClose(null)}
      title={t('title')}
      size="lg"
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': s('close') }}
    >
      {step.at === 'choose' && kind && <BatchStarted error={errors['']} onClose={() => onClose(null)} />}
      {step.at === 'choose' && !kind && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void preview();
          }}
        >
          <Stack>
            {chosen.length > 0 && (
              <Radio.Group label={t('scope')} value={scope} onChange={(value) => setScope(value as 'chosen' | 'all')}>
                <Stack gap={8} mt={8}>
                  <Radio value="chosen" label={t('scope.chosen', { count: chosen.length })} />
                  <Radio value="all" label={t('scope.all')} />
                </Stack>
              </Radio.Group>
            )}
            <ActionFields choice={choice} onChange={setChoice} errors={errors} />
            {errors[''] && <Alert color="red">{errors['']}</Alert>}
            <DialogFoot submit={t('preview')} isBusy={busy} onCancel={() => onClose(null)} />
          </Stack>
        </form>
      )}
      {step.at === 'preview' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void apply(step.action);
          }}
        >
          <Stack>
            <Preview of={step.preview} />
            {step.action.kind === 'publish' && <SoldOutNote target={target} />}
            <DialogFoot
              cancel={kind ? undefined : t('back')}
              submit={t('apply', { count: step.preview.changes })}
              isDanger={step.action.kind === 'delete'}
              isDisabled={step.preview.changes === 0}
              isBusy={busy}
              onCancel={() => (kind ? onClose(null) : setStep({ at: 'choose' }))}
            />
          </Stack>
        </form>
      )}
      {step.at === 'work' && <Work id={step.id} onClose={() => onClose(null)} refresh={refresh} />}
    </Modal>
  );
}

/** Until the preview of a preselected action is there, or its error. */
function BatchStarted({ error, onClose }: { error: string | undefined; onClose: () => void }) {
  const s = useShared();
  if (!error) return <Loader m="auto" display="block" />;
  return (
    <Stack>
      <Alert color="red">{error}</Alert>
      <DialogFoot cancel={s('close')} submit={null} isBusy={false} onCancel={onClose} />
    </Stack>
  );
}

function Preview({ of }: { of: EditPreview }) {
  const t = useBulkText();
  const { language } = useLanguage();
  return (
    <>
      <div role="status">
        <Text fw={600}>{t('changes', { count: of.changes })}</Text>
        {of.unchanged > 0 && (
          <Text size="sm" c="dimmed">
            {t('unchanged', { count: of.unchanged })}
          </Text>
        )}
        {of.refused > 0 && (
          <Text size="sm" c="var(--bad)">
            {t('refused', { count: of.refused })}
          </Text>
        )}
        {of.is_capped && (
          <Text size="sm" c="dimmed">
            {t('capped', { total: of.total })}
          </Text>
        )}
      </div>
      {of.rows.length > 0 && (
        <div>
          <Text size="sm" fw={500} mb={6}>
            {t('first')}
          </Text>
          <ScrollArea.Autosize
            mah={320}
            className={classes.rows}
            viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('first') }}
          >
            <ul className={classes.list}>
              {of.rows.map((row) => (
                <li key={row.id} className={classes.row}>
                  <bdi className={classes.name}>{textOf(row.name, language)}</bdi>
                  {row.is_removed && <Text size="sm">{t('willGo')}</Text>}
                  {row.changes.slice(0, 6).map((change) => (
                    <ChangeLine key={`${change.variant ?? ''} ${change.field}`} change={change} />
                  ))}
                  {row.message && (
                    <Text size="sm" c="var(--bad)">
                      {row.message}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          </ScrollArea.Autosize>
        </div>
      )}
      <Text size="sm" c="dimmed">
        {t('undoHint')}
      </Text>
    </>
  );
}

/** Warns that published products without stock are shown as sold out. */
function SoldOutNote({ target }: { target: Target }) {
  const t = useBulkText();
  const client = useQueryClient();
  const matching = useQuery({
    ...soldOutQuery(target.filter),
    enabled: !target.ids && soldOutQuery(target.filter).enabled,
  }).data;
  const count = target.ids ? countSoldOut(client, target.ids) : (matching ?? 0);
  return count > 0 ? <Alert color="yellow">{t('soldOut', { count })}</Alert> : null;
}

function Work({ id, onClose, refresh }: { id: string; onClose: () => void; refresh: () => Promise<unknown> }) {
  const t = useBulkText();
  const client = useQueryClient();
  const query = useQuery({
    ...batches.findQuery(id),
    refetchInterval: (of) => ((of.state.data as BatchView | undefined)?.status === 'running' ? 700 : false),
  });
  const batch = query.data as BatchView | undefined;
  const over = batch !== undefined && batch.status !== 'running';
  const hasReported = useRef(false);
  useEffect(() => {
    if (!over || !batch || hasReported.current) return;
    hasReported.current = true;
    void refresh();
    if (batch.status === 'done' && batch.failed_count === 0) {
      toastBatch(client, batch);
      onClose();
    }
  }, [over, batch, client, onClose, refresh]);
  if (query.error && !batch) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!batch) return <Loader role="status" aria-label={t('previewing')} />;
  return (
    <Stack>
      {over ? (
        <Alert color={batch.status === 'done' ? 'green' : 'yellow'}>
          {batch.status === 'cancelled' && t('stopped')}
          {batch.status === 'failed' && t('gaveUp')}
          {batch.failed_count > 0 && <div>{t('failed', { count: batch.failed_count })}</div>}
        </Alert>
      ) : (
        <>
          <Text size="sm">{t('running')}</Text>
          <Progress.Root size="lg">
            <Progress.Section
              value={batch.total > 0 ? Math.min(100, (100 * batch.done) / batch.total) : 0}
              aria-label={t('running')}
            />
          </Progress.Root>
          <Text size="sm" c="dimmed" role="status">
            {t('progress', { done: formatNumber(batch.done), total: formatNumber(batch.total) })}
          </Text>
          <Text size="sm" c="dimmed">
            {t('background')}
          </Text>
        </>
      )}
      <DialogFoot
        aside={
          over ? (
            <LinkButton variant="default" to="/products/batches/$id" params={{ id }}>
              {t('details')}
            </LinkButton>
          ) : (
            <Button
              variant="default"
              onClick={() => {
                void cancelBatch(id)
                  .catch(() => null)
                  .then(() => client.invalidateQueries({ queryKey: batches.key }));
              }}
            >
              {t('stop')}
            </Button>
          )
        }
        cancel={t('close')}
        submit={null}
        isBusy={false}
        onCancel={onClose}
      />
    </Stack>
  );
}
