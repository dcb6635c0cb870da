import { Alert, Button, Card, Kbd, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { CallCard } from './call-card';
import { confirmationsQuery, countsQuery, type CallOutcome } from './confirm.api';
import { ConfirmFrame } from './confirm-frame';
import { entriesOf } from './confirm.model';
import { OutcomeBar } from './outcome-bar';
import { QueueList } from './queue-list';
import { useConfirmText } from './i18n';
import { useCallQueue, type CallQueue } from './use-call-queue';
import { useCallQueueKeys } from './use-call-queue-keys';
import classes from './call-queue.module.css';

const PostponeDialog = lazyDialog(() => import('./call-queue-dialogs').then((m) => ({ default: m.PostponeDialog })));
const CancelDialog = lazyDialog(() => import('./call-queue-dialogs').then((m) => ({ default: m.CancelDialog })));

/** What other members call, and what came in, is read again so often. */
const listInterval = 30_000;

/** The call queue: opens with the next customer, one after the other, operable by keyboard alone. */
export function CallQueuePage() {
  const navigate = useNavigate();
  const { order } = useSearch({ from: '/orders/confirm' });
  const forget = useCallback(() => void navigate({ to: '.', search: {}, replace: true }), [navigate]);
  const mayCall = useCan('update', 'Order');
  const queue = useCallQueue({ requestedOrder: order, onRequestTaken: forget, mayCall });
  const list = useQuery({ ...confirmationsQuery('waiting'), refetchInterval: listInterval });
  const waiting = useQuery(countsQuery).data?.waiting ?? 0;
  const [keys, setKeys] = useState(false);
  const [openDialog, setOpenDialog] = useState<'postponed' | 'cancelled' | null>(null);

  const choose = (outcome: CallOutcome) => {
    if (!queue.order || queue.busy || queue.leaseError) return;
    if (outcome === 'postponed' || outcome === 'cancelled') setOpenDialog(outcome);
    else void queue.recordOutcome({ outcome });
  };
  useCallQueueKeys(queue, choose, () => setKeys(true), mayCall);
  const entries = entriesOf(list.data ?? [], list.dataUpdatedAt);

  return (
    <ConfirmFrame keys={keys} onKeys={setKeys}>
      <div className={classes.desk} data-alone={entries.length === 0 || undefined}>
        <div className={classes.call}>
          <Call queue={queue} mayCall={mayCall} onChoose={choose} />
        </div>
        {entries.length > 0 && (
          <QueueList entries={entries} queue={queue} isCut={waiting > (list.data?.length ?? 0)} mayCall={mayCall} />
        )}
      </div>
      <Suspense fallback={null}>
        {openDialog === 'postponed' && queue.order && (
          <PostponeDialog order={queue.order} onRecord={queue.recordOutcome} onClose={() => setOpenDialog(null)} />
        )}
        {openDialog === 'cancelled' && queue.order && (
          <CancelDialog order={queue.order} onRecord={queue.recordOutcome} onClose={() => setOpenDialog(null)} />
        )}
      </Suspense>
    </ConfirmFrame>
  );
}

function Call({
  queue,
  mayCall,
  onChoose,
}: {
  queue: CallQueue;
  mayCall: boolean;
  onChoose: (outcome: CallOutcome) => void;
}) {
  const t = useConfirmText();
  const { customer, order, leaseError, busy, phase } = queue;
  if (phase === 'opening') return <Opening />;
  if (phase !== 'calling' || !customer || !order) return <Nobody queue={queue} mayCall={mayCall} />;
  return (
    <>
      {leaseError && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('lost.title')} role="alert">
          <Text size="sm">{leaseError}</Text>
          <Button size="xs" mt={10} loading={busy} onClick={queue.start}>
            {t('next')}
          </Button>
        </Alert>
      )}
      {!customer.is_calling_time && (
        <Alert color="gray" icon={<IconClock size={18} />}>
          {t('notNow')}
        </Alert>
      )}
      <Card padding={0}>
        <CallCard customer={customer} order={order} onChoose={queue.choose} />
      </Card>
      <OutcomeBar disabled={busy || leaseError !== null} onChoose={onChoose} onSkip={queue.skip} />
    </>
  );
}

/** Nobody is left to call, or the caller paused: a line and the button that goes on. */
function Nobody({ queue, mayCall }: { queue: CallQueue; mayCall: boolean }) {
  const t = useConfirmText();
  const counts = useQuery(countsQuery).data;
  const due = counts?.due ?? 0;
  const button = useRef<HTMLButtonElement>(null);
  // What was pressed, an outcome or "pause", is gone: the keyboard would start over at the top of the page.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  const title =
    due === 0
      ? t('empty')
      : queue.phase === 'empty'
        ? t('emptyRest')
        : t('startText', { count: due, isMore: counts?.more_than.includes('due') ?? false });
  return (
    <Card padding={0}>
      <EmptyState title={title} illustration={due > 0 ? 'wait' : 'spark'}>
        {mayCall && (
          <Button
            ref={button}
            variant={due > 0 ? 'filled' : 'default'}
            loading={queue.busy}
            onClick={queue.start}
            rightSection={<Kbd className={classes.key}>Enter</Kbd>}
          >
            {due > 0 ? t('resume') : t('again')}
          </Button>
        )}
      </EmptyState>
    </Card>
  );
}

function Opening() {
  const s = useShared();
  return (
    <Card padding={20} role="status" aria-busy="true" aria-label={s('loading')}>
      <Skeleton height={28} width={220} mb={12} />
      <Skeleton height={34} width={280} mb={28} />
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} height={16} mb={14} />
      ))}
    </Card>
  );
}
