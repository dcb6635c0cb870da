import { Alert, Box, Button, Checkbox, Group, List, Progress, Radio, ScrollArea, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { useStatusText } from '@/modules/status-badge/i18n';
import { OrderStatusBadge } from '@/modules/status-badge/order-badges';
import { isEnding, type OrderStatus } from '@/modules/status-badge/order-status';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import type { BulkResult } from '@/shared/api/wire';
import { formatNumber } from '@/shared/i18n/format';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { toast } from '@/shared/ui/toast';
import { useBulkStatusText } from './bulk/i18n';
import { toastOrderError } from './order-failure';
import { setStatusOfMany, staleAfterChange } from './orders.api';
import { reachable, undoStatus } from './orders.model';
import classes from './orders.module.css';

export interface BulkQuestion {
  ids: string[];
  /** The selected orders, as far as their rows were loaded. */
  rows: readonly OrderRow[];
  /** Called once: the result of each order, or null when the dialog was cancelled. */
  answer: (results: BulkResult[] | null) => void;
}

/** Asks for the new status of many orders, changes them, and shows the result of each (OR-01). */
export function BulkStatusDialog({ question, onClose }: { question: BulkQuestion; onClose: () => void }) {
  const t = useBulkStatusText();
  const s = useShared();
  const word = useStatusText();
  const [status, setStatus] = useState<OrderStatus | null>(null);
  const [results, setResults] = useState<BulkResult[] | null>(null);
  const [restock, setRestock] = useState(true);
  const [done, setDone] = useState(0);
  const change = useApiMutation({
    run: async (to: OrderStatus) => {
      // Shown at once: the refetch of the lists behind the dialog may be slower.
      setResults(
        await setStatusOfMany(question.ids, to, { restock: isEnding(to) ? restock : undefined, step: setDone }),
      );
    },
    invalidates: staleAfterChange,
  });
  const choices = reachable(question.rows.map((row) => row.status));
  const close = () => {
    if (change.isPending && !results) return;
    question.answer(results);
    onClose();
  };

  return (
    <Dialog
      title={results ? t('bulk.resultTitle') : t('bulk.title', { count: question.ids.length })}
      size={results ? 520 : 460}
      onClose={close}
    >
      {results ? (
        <Results results={results} rows={question.rows} status={status} onClose={close} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (status) change.mutate(status, { onError: toastOrderError });
          }}
        >
          {choices.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('bulk.none')}
            </Text>
          ) : (
            <Radio.Group
              aria-label={t('bulk.choose')}
              value={status ?? ''}
              onChange={(value) => {
                setStatus(value as OrderStatus);
                // The server's default.
                setRestock(value === 'CNCL');
              }}
            >
              <Stack gap={8}>
                {choices.map((choice, index) => (
                  <Radio.Card
                    key={choice.status}
                    value={choice.status}
                    className={classes.choice}
                    data-autofocus={index === 0 || undefined}
                  >
                    <Group gap={12} wrap="nowrap">
                      <Radio.Indicator />
                      <OrderStatusBadge status={choice.status} />
                      <Text size="xs" c="dimmed" ms="auto">
                        {choice.count === question.ids.length
                          ? t('bulk.fitsAll')
                          : t('bulk.fits', { count: choice.count })}
                      </Text>
                    </Group>
                  </Radio.Card>
                ))}
              </Stack>
            </Radio.Group>
          )}
          {(status === 'CNCL' || status === 'RTRN') && (
            <Alert color={status === 'CNCL' ? 'red' : 'yellow'} mt={14} icon={<IconAlertTriangle size={18} />}>
              {t(status === 'CNCL' ? 'bulk.cancelWarning' : 'bulk.returnWarning')}
              <Checkbox
                mt={10}
                label={t('bulk.restock')}
                checked={restock}
                onChange={(event) => setRestock(event.currentTarget.checked)}
              />
            </Alert>
          )}
          {change.isPending && question.ids.length > 100 && (
            <Box role="status" mt={14}>
              <Text size="sm" mb={6}>
                {t('bulk.progress', { done: formatNumber(done), total: formatNumber(question.ids.length) })}
              </Text>
              <Progress value={(100 * done) / question.ids.length} />
            </Box>
          )}
          <DialogFoot
            cancel={choices.length === 0 ? s('close') : undefined}
            submit={
              choices.length === 0 ? null : status ? `${t('bulk.run')}: ${word(`order.${status}`)}` : t('bulk.run')
            }
            isDanger={status === 'CNCL'}
            isDisabled={!status}
            isBusy={change.isPending}
            onCancel={close}
          />
        </form>
      )}
    </Dialog>
  );
}

function Results({
  results,
  rows,
  status,
  onClose,
}: {
  results: readonly BulkResult[];
  rows: readonly OrderRow[];
  status: OrderStatus | null;
  onClose: () => void;
}) {
  const t = useBulkStatusText();
  const s = useShared();
  const failed = results.filter((result) => !result.is_ok);
  const succeeded = results.length - failed.length;
  // Failures come first: they need the merchant.
  const ordered = [...failed, ...results.filter((result) => result.is_ok)];
  const numberOf = (id: string) => rows.find((row) => row.id === id)?.number;
  // All moved orders had the same status, and the transition back exists.
  const back = undoStatus(
    status,
    rows.filter((row) => results.some((result) => result.is_ok && result.id === row.id)).map((row) => row.status),
  );
  const undo = useApiMutation({
    run: (to: OrderStatus) =>
      setStatusOfMany(
        results.filter((result) => result.is_ok).map((result) => result.id),
        to,
      ),
    invalidates: staleAfterChange,
    done: () => {
      toast.success(t('bulk.undone'));
      onClose();
    },
  });
  return (
    <div role="status">
      <Text size="sm" mb={12}>
        {[
          succeeded > 0 && t('bulk.done', { count: succeeded }),
          failed.length > 0 && t('bulk.failed', { count: failed.length }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <ScrollArea.Autosize mah={340} type="auto" offsetScrollbars>
        <List listStyleType="none" className={classes.results} withPadding={false}>
          {ordered.map((result) => {
            const number = numberOf(result.id);
            return (
              <li key={result.id} className={classes.result}>
                {result.is_ok ? (
                  <IconCircleCheck size={18} color="var(--good)" aria-hidden />
                ) : (
                  <IconCircleX size={18} color="var(--bad)" aria-hidden />
                )}
                <Text span size="sm" fw={500} className="num">
                  {number ? `#${number}` : result.id}
                </Text>
                <span style={{ marginInlineStart: 'auto', textAlign: 'end' }}>
                  {result.is_ok && status ? (
                    <OrderStatusBadge status={status} />
                  ) : (
                    <Text span size="sm" c="var(--bad)">
                      {result.message || s('error.failed')}
                    </Text>
                  )}
                </span>
              </li>
            );
          })}
        </List>
      </ScrollArea.Autosize>
      {failed.length > 0 && (
        <Text size="xs" c="dimmed" mt={12}>
          {t('bulk.keep')}
        </Text>
      )}
      <DialogFoot
        aside={
          back &&
          succeeded > 0 && (
            <Button
              variant="default"
              loading={undo.isPending}
              onClick={() => undo.mutate(back, { onError: toastOrderError })}
            >
              {t('bulk.undo')}
            </Button>
          )
        }
        cancel={s('close')}
        submit={null}
        isBusy={undo.isPending}
        onCancel={onClose}
      />
    </div>
  );
}
